/** @module directive-words: word classes of the directive grammar, English and German, lower-case without accents. */

/** A pattern of alternatives; each row is a list separated by `|`. */
export const any = (...rows: readonly string[]): string => `(?:${rows.join('|')})`;
/** Pattern of up to six words; bounded, so that matching takes linear time. */
export const FEW = '(?:[^ ]{1,40} ){0,6}';

/** Polite and filler words before a verb. */
const SOFT = any(
  'please|kindly|[a-z]{3,20}ly|now|then|just|also|first|so|do|okay?|go ahead and|from now on|let s|lets',
  'let us|try to|make sure to|be sure to|feel free to|remember to',
  'i (?:want|need|would like|ask) you to',
  'you (?:should|must|can|could|may|need to|have to|are to|will|ought to)|your (?:job|task|role|duty) is to',
  '(?:can|could|would|will) you(?: please| kindly)?',
  'bitte|nun|dann|jetzt|ab (?:jetzt|sofort)|also|los|hey|einfach',
  '(?:kannst|koenntest|wuerdest|magst|sollst|musst) du(?: bitte)?',
  '(?:konnen|koennten|wuerden) sie(?: bitte)?',
);
/** Pattern of the optional words before the verb of a command. */
export const OPENING = `(?:${SOFT} ){0,4}`;
/** Pattern of a verb where a command has it (at the start of a clause or after a conjunction), then `object`. */
export const command = (verbs: string, object = ''): string =>
  `(?:^|\\b(?:and|then|or|und|dann) )${OPENING}${any(verbs)}${object === '' ? '\\b' : ` ${object}`}`;

/** Verbs that request existing text. */
export const FIND = any(
  'list|show|find|search|get|quote|cite|look|display|fetch|retrieve|count|give|return|open|read|see|view',
  'zeige?|finde?|suche?|liste|nenne?|gib|hole?|lies|zitiere?|zahle|(?:zeigen|suchen|finden|nennen|geben|lesen) sie',
);
/** Parts of the log. */
export const TARGET = any(
  'log|ledger|journal|entry|entries|events?|records?|history|trail|audit|chain|database|files?|memory',
  'approvals?|timestamps?|status|remarks?|comments?|notes?|duplicates|veto|merge',
  'protokoll\\w*|eintrag\\w*|ereignis\\w*|verlauf|historie|datei\\w*|freigaben?|zeitstempel|notiz\\w*|kommentare?',
);
/** Parts of a building. `move the stair` searches for the reason of a change, so these are not objects of a command. */
const BUILT = any(
  'walls?|doors?|windows?|stairs?|staircase|roofs?|slabs?|columns?|rooms?|levels?|floors?|ceilings?',
  'corridors?|beams?|openings?|ramps?|railings?|facades?|shafts?|ducts?|grids?|lifts?',
  'elevators?|balcon(?:y|ies)|cladding|buildings?|(?:fire )?ratings?|parapets?|atrium|hall|kitchen|bath\\w*',
  'wande?|turen?|tur|fenster|treppen?|dach|decken?|stutze\\w*|raume?|flur|ebenen?|rampe|brustung|schacht',
  'fassade|aufzug|balkon',
);
/** Names of the limits that apply to a question. */
export const BOUND = any(
  'limits?|views?|visibility|rules?|restrictions?|constraints?|bounds?|permissions?|scope|instructions|filters?',
  'sichtbarkeit|grenzen?|begrenzung\\w*|limits?|regeln?|beschrankung\\w*|berechtigung\\w*|anweisung\\w*',
);
/** Texts that a tool would have to write. */
export const SHORT_TEXT = any(
  'summary|overview|digest|report|gist|bottom line|essence|recap|abstract|synopsis|briefing|story|narrative',
  'paragraph|highlights|picture|(?:main|key|bullet) points|nutshell|idea|feel|memo|letter|press release',
  'uberblick|zusammenfassung|bericht|fazit|kurzfassung|essenz|(?:kurzen )?text|rangliste|ubersicht',
  'stichpunkte|brief|mail|auf den punkt',
);
/** Words for text that is hidden from a view. */
export const HIDDEN =
  'hidden|private|secret|sealed|confidential|geheime\\w*|private\\w*|vertrauliche\\w*|interne[nr]?|versteckte\\w*|gesperrte\\w*|verborgen\\w*';
/** Criteria that require a judgement. */
export const WORTH = any(
  'relevant|relevance|important|importance|significant|crucial|useful|useless|worth\\w*|matters?|serious',
  'best|worst|interesting|essential|trivial|boring|juicy|key|sensible|sense|consider|seems?|decisive',
  'urgency|counts|deserves?|noise|care|needs',
  'wichtig\\w*|unwichtig\\w*|relevan\\w*|wesentlich\\w*|sinnvoll\\w*|interessant\\w*|entscheidend\\w*',
  'scheint|erscheint|zahlen|zahlt|braucht|langweilig\\w*|beste\\w*|besser',
);
/** Results of a judgement. */
export const VERDICT = any(
  'better|best|worse|worst|weakest|strongest|preferable|safe|safer|fine|wise|sensible|plausible|reasonable',
  'reliable|trustworthy|trusted|credible|convincing|justified|correct',
  '(?:wrong|right)(?! (?:after|before|side|hand|wing|wall|door|room))|fair|honest|careful|guilty|good|bad',
  'enough|worth|(?<!by )mistake|success|failure|makes? (?:the )?(?:most |more )?sense|reason to',
  'contradict\\w*|in contradiction|to blame|at fault|responsible for the|lying',
  'lugt|uberzeugt|spricht (?:fur|gegen)|glauben|besser(?:e[nrs]?)?|schlechter(?:e[nrs]?)?|am besten',
  'sinnvoller|sicher|gelungen|erfolg|fehler|verdien\\w*|richtig|falsch|plausibel|schuld|im recht|gut|genug',
  'trauen|[a-z]{2,20}(?:wurdig|sinnig|sam|lich)er',
);
/** Nouns for a judgement, after `your` or an article. */
export const OPINION = any(
  'views?|opinions?|take|verdict|judge?ment|reading|assessment|thoughts?|impression|guess|feeling|mind',
  'recommendation|evaluation',
  'meinung|ansicht|einschatzung|urteil|empfehlung|bewertung',
);
/** Nouns for an interpretation. */
export const INTERPRETATION = any(
  'moral|story|meaning|implications?|truth|conclusions?|consequences?|(?:root )?causes?|lessons?|takeaways?',
  'upshot|verdict',
  'wahrheit|bedeutung|schluss\\w*|folgerung\\w*|ursache|lehre|moral',
);
/** Articles and pronouns at the beginning of an object. */
export const DETERMINER = any(
  'the|an?|this|that|these|those|it|them|every|each|all|any|some|my|our|his|her|its|their|me|us|both',
  'whatever|whichever|everything|everyone|nothing|anything|[a-z]{2,20} s',
);
/** First words that are not English imperatives: function words, plurals, participles. */
const NOT_IMPERATIVE = any(
  'in|on|at|by|for|from|of|to|with|between|about|after|before|during|since|until|under|over|near|per|via',
  'who|whom|whose|when|where|which|what|why|how|is|are|was|were|did|does|do|has|have|had|there|if|whether',
  'not|no',
  'the|a|an|this|that|these|those|all|any|every|each|some|first|last|latest|number|new|old|and|or|but|does',
  'reason|move|undo|[a-z]{1,30}(?:s|ed|ing|ion)',
);
/** Verbs that always begin a command. Verbs that are also nouns of a log or a building are not included. */
export const VERBS = any(
  'advise|allow|analy[sz]e|apologi[sz]e|argue|arrange|ask|assign|assure|blame|blend|brainstorm|calculate',
  'cancel|clarify|combine|compute|confirm|congratulate|consider|consolidate|contact|convert|convince|craft',
  'criticise|critique|declare|decline|defend|delegate|deliver|devise',
  'discuss|dismiss|elaborate|eliminate|embellish|emphasi[sz]e|encourage|ensure|envision|exaggerate|excuse',
  'expand|expose|fabricate|falsify|flag|flatter|forge|forgive|formulate|generate|grant|guarantee|help',
  'highlight|identify|illustrate|imagine|imitate|improve|include|inform|invent|investigate|invite',
  'justify|keep|leave|let|make(?! of)|manipulate|modify|negotiate|nominate|notify|obey|organi[sz]e|outline',
  'persuade|polish|portray|praise|predict|prepare|pretend|promise|prove|provide|punish|put|react|reassure',
  'reconcile|reconsider|reconstruct|redo|reflect|refine|reformulate|refuse|remind|reorgani[sz]e|rephrase',
  'choose|answer(?! of| to)|pass (?:on|judge?ment)|reopen|reply|resolve|respond|restore|rethink|reveal|say',
  'scrub|send|shorten|simplify|simulate|solve|speak|speculate|spin|stop|lock|strengthen|suppress|take|talk',
  'teach|tell(?! me| us)|thank|think|transform|translate|treat|trust|try|undelete|unlock|vindicate',
  'visuali[sz]e|vote|warn|weigh|wrap',
  'antworte|beantworte|begrunde|behaupte|berechne|beschreibe|bestatige|beweise|empfiehl|entwirf|erfinde',
  'ersetze|erstelle?|erzahle?|falsche|frage|genehmige|hilf|informiere|kritisiere|lass|lobe|mach|nimm|plane',
  'prufe|schicke?|sende|stell dir|tausche|uberarbeite|uberrede|ubersetze|verbessere|vergleiche|verrate?',
  'verstecke|warne|wahle|zerlege|schwarze|leere|bereinige|aktualisiere|protokolliere|dokumentiere',
  'registriere|archiviere|benenne|bestatige|hange|passe|gewahre|sperre|schildere|skizziere|berichte',
  'kommentiere|vereinfache|glatte|hake|ziehe?|schliesse|spiele?',
);
/** German imperatives without a final e; those with one are recognised by their ending. */
const IMPERATIVE_GERMAN = any(
  '[a-z]{3,20}e|hilf|nimm|sag|mach|lass|schreib|erzahl|streich|bring|fass|halt|trag|wirf|zieh|stell|leg',
  'setz|frag|rat|denk|uberleg|erklar|losch|ander|schick|bau|tu|hang|fug|pruf|pack|dreh|blend|schau|geh|komm',
  'sprich|triff|verwirf|ersetz|spiel|schieb|tausch|[a-z]{3,20}ier|(?:be|er|ver|ent|zer)[a-z]{3,12}',
);
/** First words that end in e and are not German imperatives. */
const NOT_IMPERATIVE_GERMAN = any(
  'eine?|die|alle|keine|wie|welche|diese|jede|meine|seine|viele|alte|neue|letzte|erste|offene|wurde|hatte|habe|gabe',
);
/** Articles, pronouns and adverbs after a German imperative. */
export const OBJECT_GERMAN = any(
  'mir|uns|dir|dich|den|die|das|dem|jeden|jede|alle|alles|einen|eine|ein|daraus|daran|dazu|diese[nrs]?',
  'beide|meine?n?|keine?n?|nichts|nur|mal|doch|einmal|lieber|so|weiter|dich|sich|ihn|ihm|es|etwas|auch|hier',
  'noch|zuerst|kurz|ehrlich|wieder|unsere?n?|seine?n?|ihre?n?|was|wer|wie|warum|ob|dass|jemand\\w*',
);
/** An English imperative of any verb, up to its object. */
export const imperative = `^${OPENING}(?!${FIND} |${NOT_IMPERATIVE} |${BUILT} )[a-z]{2,20} (?:(?:out|up|down|off|away|back|over|just|only|to|into|between|with|for|aside) ){0,2}`;
/** A German imperative of any verb, up to its object. */
export const imperativeGerman = `^${OPENING}(?!${FIND} |${BUILT} |${TARGET} |${NOT_IMPERATIVE_GERMAN} )${IMPERATIVE_GERMAN} `;
/** Pattern: not followed by a part of a building, directly or after one word. */
export const NOT_BUILT = `(?! (?:[^ ]{1,40} ){0,1}${BUILT}\\b)`;

/** Words that do not occur in questions about the past: they address somebody, judge or predict. */
export const NOT_ABOUT_THE_PAST = `\\b${any(
  'you|your|i|we|us|me|my|our|please|probably|presumably|perhaps|maybe|can|might|should|would|could|will',
  'must|really|actually|best|worst|relevant|relevance|important|significant|crucial|likely|better|lessons?',
  'learned|truth|mean|means|matters?|(?<!by )mistake|worth|wrong|fault|blame|credit|success|failure',
  'reason to',
  'bedeut\\w*|heisst|folgt|bitte|wohl|vermutlich|wahrscheinlich|richtig|falsch|recht|wuerde\\w*|koennte\\w*',
  'muesste\\w*|bessere[nr]?|am schlimmsten|spricht (?:fur|gegen)|lugt|uberzeugt|beiden|glauben|steckt',
  'passiert|nachstes|lohnt|stimmt|du|dir|dein\\w*|wir|uns|soll\\w*|wirklich|wichtig\\w*|relevant\\w*|besser',
  'meinung|sinnvoll\\w*|haltst|lernen|zahlen|kann|konnen|schuld|genug|verdien\\w*|gelungen|erfolg',
  '[a-z]{2,20}(?:wurdig|sinnig|sam|lich)er',
)}\\b`;
/** Nouns for the results of a search in the log. */
export const FOUND = any(
  'entry|entries|events?|records?|notes?|comments?|approvals?|plans?|runs?|mentions?|reasoning|operations?',
  'sessions?|changes?|everything|refusals?',
  'eintrag|eintrage|ereignisse?|notiz|notizen|freigaben?|anderungen',
);
/** Words that begin the description of a searched entry. */
export const LINK = any(
  'that|which|who|whom|whose|where|in|with|containing|mentioning|about|of|by|from|for|between|on|at|when',
  'named|titled|says',
  'die|der|das|den|dem|zu|zur|zum|von|vom|auf|uber|mit|zwischen|seit|an|im|ohne',
);
