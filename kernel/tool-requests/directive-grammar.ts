/** @module directive-grammar: the forms in which one asks for more than finding, and those in which one asks what has been. */

/** Forms of one kind of directive, as sources of patterns over the words of a clause, in lower case without accents. */
export type DirectiveForms = { readonly id: string; readonly forms: readonly string[] };

/** Up to six words. */
const FEW = '(?:[^ ]{1,40} ){0,6}';
const any = (...words: readonly string[]): string => `(?:${words.join('|')})`;

/** What stands before a verb that is addressed to somebody. */
const SOFT = `${any(
  'please|kindly|now|then|just|also|first|so|do|okay?|go ahead and|let us|let s|lets|try to',
  'make sure to|be sure to|feel free to|remember to|i (?:want|need|would like|ask) you to',
  'you (?:should|must|can|could|may|need to|have to|are to|will|ought to)',
  'your (?:job|task|role|duty) is to|(?:can|could|would|will) you(?: please| kindly)?',
  'bitte|nun|dann|jetzt|einfach|(?:kannst|konntest|wurdest|magst|sollst|musst) du(?: bitte)?',
)} `;
/** Where a command begins: at the beginning of its clause, or after a word that joins it to one. */
const START = `(?:^|${any('and', 'then', 'or', 'und', 'dann', 'et', 'y', 'en', 'e')} )(?:${SOFT}){0,4}`;
const command = (verbs: string, rest = ''): string => `${START}${any(verbs)}\\b ?${rest}`;

/** What can be written to. */
const TARGET = any(
  'log|ledger|journal|entry|entries|events?|records?|history|trail|audit|chain|database|files?|memory',
  'approvals?|timestamps?|status|remarks?|notes?|duplicates',
  'protokoll\\w*|eintrag\\w*|ereignis\\w*|verlauf|historie|datei\\w*|freigaben?|zeitstempel|notiz\\w*',
  'registro|entradas?|historique|entree|logboek|voce|voci',
);
const A = any('the|a|an|this|that|these|those|it|them|all|every|any|my|our');
/** What is weighed. */
const WORTH = any(
  'relevant|relevance|important|importance|significant|crucial|useful|worth\\w*|matters?|serious|best',
  'interesting|essential|trivial|key|sense|consider|seems?|useless|decisive',
  'wichtig\\w*|relevan\\w*|wesentlich\\w*|sinnvoll\\w*|interessant\\w*|entscheidend\\w*|scheint|schlimm',
  'zahlen|besser|contano|importante\\w*|essentiel\\w*',
);
const SHORT = any(
  'summary|overview|digest|report|gist|bottom line|essence|recap|abstract|synopsis|briefing|story',
  'paragraph|highlights|picture|(?:main|key) points|nutshell',
  'uberblick|zusammenfassung|bericht|fazit|kurzfassung|essenz|essentiel|resumen|riassunto|samenvatting|resumo',
);
const BOUND = any(
  'limits?|views?|visibility|rules?|restrictions?|constraints?|bounds?|permissions?|scope|instructions',
  'sichtbarkeit|grenzen?|begrenzung\\w*|regeln?|beschrankung\\w*|limites|limiti|limieten',
);
const OPINION = any(
  'view|opinion|take|verdict|judge?ment|reading|assessment|thoughts|impression|guess|feeling|mind',
);
const HOW = any(
  'good|bad|important|serious|severe|likely|reliable|risky|safe|useful|right|schlimm|gut|wichtig|wahrscheinlich|ernst',
);

/** Verbs with which one asks for what is there. */
const FIND = any(
  'list|show|find|search|get|quote|look|display|fetch|retrieve|count|give|return|open|read|see|view',
  'zeige?|finde|suche?|liste|nenne|gib|hole|lies',
);
/** First words that are no verb in the imperative: prepositions, question words, auxiliaries, plurals, participles. */
const NO_VERB = any(
  'in|on|at|by|for|from|of|to|with|between|about|after|before|during|since|until|under|over|near|per|via',
  'who|whom|whose|when|where|which|what|why|how|is|are|was|were|did|does|do|has|have|had|there|if|not|no',
  'the|a|an|this|that|these|those|all|any|every|each|some|first|last|number|new|old|and|or|but',
  '[a-z]{1,30}(?:s|ed|ing)',
);
/** What stands before the object of a verb, and seldom after a noun. */
const DETERMINED = any(
  'the|an?|this|these|those|every|each|all|any|some|my|our|his|her|its|their|[a-z]{2,20} s',
  'events?|entry|entries|records?|notes?',
);
/** What is built: who searches the log for reasons looks for `move the stair`. */
const BUILT = any(
  'walls?|doors?|windows?|stairs?|staircase|roofs?|slabs?|columns?|rooms?|levels?|floors?|ceilings?|corridors?|beams?',
  'openings?|ramps?|railings?|facades?|shafts?|ducts?|grids?|lifts?|elevators?|balcon(?:y|ies)|cladding|buildings?',
  '(?:fire )?ratings?|parapets?|atrium|hall|kitchen|bath\\w*|wand|wande|tur|turen|fenster|treppe|dach|decke|stutze\\w*|raum|raume|flur|ebene',
);
/** What a text or a quarrel is made of, and no building. */
const META = any(
  'traces?|moral|story|narrative|meaning|implications?|truth|conclusions?|consequences?|causes?|lessons?',
  'takeaways?|upshot|verdict|dispute|conflict|facts|answer|result',
);

export const DIRECTIVE_FORMS: readonly DirectiveForms[] = [
  {
    id: 'OVERRIDE',
    forms: [
      command(
        'ignore|disregard|forget|bypass|override|skip|lift|circumvent|look past|never mind|(?:do not|don t|dont) (?:stick|keep|apply|respect|follow|obey)',
        `${FEW}${BOUND}\\b`,
      ),
      command(
        'ubergehe|ignoriere|vergiss|missachte|umgehe|uberspringe|ignora|negeer',
        `${FEW}${BOUND}\\b`,
      ),
      command('act|behave|pretend|answer|treat me|imagine|speak', '(?:like|as|that|to be|you)\\b'),
      'tu so|als (?:warst|ob) du|(?:gib|zeige?) alles|(?:return|show|list|give me) everything$',
      command(
        'show|open|list|reveal|return|zeige?',
        `${FEW}(?:hidden|private|secret|geheime\\w*) (?:entries|notes|events|records|views|eintrage)\\b`,
      ),
    ],
  },
  {
    id: 'WRITE',
    forms: [
      command(
        'write|append|attach|insert|amend|correct|edit|modify|alter|overwrite|delete|remove|erase|wipe|purge|clear|tidy up|clean up|discard|get rid of|strike|rename|put|add|create|replace',
        `${FEW}${TARGET}\\b`,
      ),
      command(
        'mark|set|change|update|close|open|move|drop|undo|reset|store|save|enter|register|approve|reject',
        `(?:${A} |${TARGET} [^ ]{1,40} (?:as|to)\\b)${FEW}(?:${TARGET}\\b)?`,
      ),
      command('log|note|record|remember|register|write down', '(?:that|for later|down)\\b'),
      command('store|save', `${FEW}(?:as|in|into) ${FEW}${TARGET}\\b`),
      `make sure (?:that )?${FEW}${TARGET} (?:says|states|shows|reads|names)\\b`,
      command(
        'losche|entferne|streiche|korrigiere|andere|setze|trage?|schreibe?|speichere|lege?|erganze|raume?|wirf|verschiebe|fuge?|hinterlege|markiere|halte?',
        `${FEW}${TARGET}\\b`,
      ),
      command('vermerke?|notiere?|trage? (?:nach|ein)|halte? fest|merke? dir', `${FEW}dass\\b`),
      `(?:bitte|du) ${FEW}(?:loschen|entfernen|korrigieren|andern|streichen|eintragen|vermerken|notieren|festhalten|speichern|uberschreiben|erganzen|umbenennen)$`,
      // A verb in the imperative whose object is nothing that is built
      `^(?:${SOFT}){0,4}(?!${FIND} |${NO_VERB} |${BUILT} |add )[a-z]{2,20} (?:(?:out|up|down|off|away|back|over|just|only|to|into|between|with|for) ){0,2}(?:${DETERMINED}|me|us|everything|everyone|nothing|anything)\\b(?! (?:[^ ]{1,40} ){0,2}${BUILT}\\b)`,
      `^(?:${SOFT}){0,4}(?!${FIND} |${BUILT} |${TARGET} )(?:[a-z]{3,20}e|hilf|nimm|sag|mach|lass|schreib|erzahl|streich|bring|fass|halt|trag|wirf|zieh|stell|leg|setz|frag|rat) (?:mir|uns|den|die|das|dem|jeden|jede|alle|einen|eine|ein)\\b(?! (?:[^ ]{1,40} ){0,2}${BUILT}\\b)`,
      // A verb in the imperative whose object is the log
      `^(?:${SOFT}){0,4}(?!${FIND} |${NO_VERB} )[a-z]{2,20} (?:(?:out|up|down|off|away|back|over|just|only) )?${DETERMINED} ${FEW}${any(TARGET, META)}\\b`,
      `^(?:${SOFT}){0,4}(?!${FIND} )[a-z]{3,20}e? (?:den|die|das|dem|jeden|jede|alle|einen|eine|ein) ${FEW}${any(TARGET, META)}\\b`,
      `^(?:${SOFT}){0,4}(?!${FIND} |${NO_VERB} )[a-z]{2,20} ${TARGET} [^ ]{1,40} (?:to|as|into|auf|als)\\b`,
      `^(?:please|kindly|bitte) (?!${FIND} )`,
      command(
        'efface|supprime|ecris|ajoute|modifie|borra|escribe|pon|anade|scrivi|cancella|metti|zet|schrijf|wis|apague|escreva',
        `${FEW}${TARGET}\\b`,
      ),
    ],
  },
  {
    id: 'SUMMARISE_TRUTH',
    forms: [
      command(
        'give|hand|write|draft|compile|make|produce|prepare|send|offer|provide|tell|i need|i want',
        `(?:me |us )?(?:${A} |your ){0,1}(?:[^ ]{1,40} ){0,2}${SHORT}\\b`,
      ),
      command(
        'gib|gebt|schreibe?|erstelle?|mache?|liefere?|donne|dame|dammi|geef',
        `${FEW}${SHORT}\\b`,
      ),
      command(
        'condense|compress|boil|distill?|shorten|abridge|recap|retell|narrate|verdichte|reduce',
        A,
      ),
      '(?:in|into|to|down to|auf|en|in) (?:one|two|three|a few|few|a single|a|zwei|drei|einen|einem|wenige|ein paar|deux|dos|due) (?:sentences?|lines?|paragraph|words?|satze?|satzen|zeilen|phrases?|frases)\\b',
      '^(?:in (?:short|brief|a nutshell|essence)|kurz gesagt|auf den punkt)\\b|auf den punkt$',
      'in (?:your|its|eigener|eigenen|deinen) (?:own )?(?:words?|phrasing|formulierung|worten)\\b',
      '(?:really|actually) (?:tells?|means?)\\b|to (?:its|their) essence\\b',
    ],
  },
  {
    id: 'DECIDE_RELEVANCE',
    forms: [
      `^(?:${SOFT}){0,4}(?!${NO_VERB} )[a-z]{2,20} (?:just|only|nur) (?:the|what|those|das|die|was) `,
      command(
        'decide|judge|evaluate|assess|rate|weigh|classify|grade|prioriti[sz]e|settle',
        `(?!(?:of|by|for|from|in|on|at) )`,
      ),
      command(
        'choose|pick|pick out|select|keep|filter|sort|order|tell me|tell us|leave aside|leave out|drop|skip|omit|hide|show|list|find',
        `(?:only |just )?(?:the |what |which |whatever |those |entries )${FEW}(?:that |what |which )?${FEW}${WORTH}\\b`,
      ),
      command(
        'behalte|sortiere|wahle|nenne?|sag(?:e)? mir|zeige?|finde|ordne|dimmi|dime',
        `${FEW}${WORTH}\\b`,
      ),
      command('ordne|beurteile|bewerte|gewichte|entscheide', `(?:ein|[^ ]{1,40})`),
      `^(?:is|are|ist|sind) (?!there |es )${FEW}(?:better|worse|safe|fine|sensible|plausible|reasonable|justified|correct|wrong|right|contradict\\w*|in contradiction|enough|besser|sinnvoller|sicher|richtig|falsch|plausibel)\\b`,
      `^(?:how|wie) ${HOW}\\b|${START}(?:tell me |say |evaluate )?how ${HOW}\\b`,
      `^(?:which|what|welche[rsn]?) ${FEW}(?:better|best|preferable|sense|matters?|besser|sinnvoller|am besten)\\b`,
      `\\b(?:your|ur|deine[rn]?|ton|tu|a sua|je) (?:honest |own |best )?${any(OPINION, 'meinung|ansicht|einschatzung|avis|opinion|opiniao|mening')}\\b`,
      `(?:give|hand|make|pass) (?:me |us )?(?:an?|your) (?:[^ ]{1,40} )?(?:verdict|assessment|judge?ment|evaluation|opinion|recommendation|rating)\\b`,
      'who (?:is|was) (?:right|wrong|to blame|at fault)\\b|zu (?:entscheiden|beurteilen)\\b|den streit\\b|yes or no\\b',
    ],
  },
  {
    id: 'INFER',
    forms: [
      `^(?:which|what|who|whom|how|welche[rsnm]?|wer|wem|was|wie) ${FEW}(?:can|could|should|would|might|must|kann|konnen|konnte|sollte?n?|durfte)\\b`,
      `^(?:give|gib|assign) ${FEW}(?:a|an|eine|einen) (?:[^ ]{1,40} )?(?:score|grade|mark|rating|name|note)\\b`,
      // Somebody is addressed, or something is weighed that has not been
      `^(?:can|could|would|will|won t) you (?:please |kindly )?(?!${FIND} )`,
      `\\b(?:you|your|du|dir|dich|deine?[mnrs]?)\\b`,
      '^(?:would|should|shall|might|could|must|ought) ',
      '^be (?:the|an?|my|so|honest|brief|fair|kind)\\b|^[a-z]{3,20}iere\\b',
      '^(?:say|tell|name|sage?|nenne) (?:me |us |mir |uns )?(?:which|who|what|why|how|whether|if|welche[rsnm]?|wer|was|warum|wie|ob)\\b',
      `\\b(?:what|was) (?:is|are|was|were|ist|sind) (?:the |die |der |das )?(?:[^ ]{1,40} )?${META}\\b`,
      '\\b(?:which|who|welche[rsn]?|wer) (?:[^ ]{1,40} ){0,8}(?:worse|better|besser|schlechter|[a-z]{2,20}(?:wurdig|sinnig|sam|lich)er)\\b',
      command(
        'infer|deduce|derive|conclude|figure out|work out|find out|determine|estimate|guess|predict|forecast|assume|suppose|interpret|explain|justify|advise|recommend|suggest|propose|speculate|diagnose',
        `(?!(?:of|by|for|from|in|on|at) )`,
      ),
      command(
        'finde heraus|ermittle|schatze?|folgere|erklare?|empfiehl|begrunde|deute|interpretiere|rate mir',
        '',
      ),
      `, ?(?:derive|infer|deduce|conclude)|${FEW}\\bentries derive\\b`,
      '^(?:what|how|which) (?:would|should|will|might|could) (?!have )|^(?:should|shall|ought) (?:i|we|they|the|one|it)\\b',
      '^what (?:can|could|may) (?:be|we|i|one)\\b|^what (?:lessons?|conclusions?|follows)\\b|likely to\\b|^can you estimate\\b',
      '\\byou (?:think|believe|consider|reckon|feel|suspect|make of)\\b|would you (?:do|say|choose)\\b',
      '^(?:soll|sollen|sollte|sollten) (?:ich|wir|man)\\b|^was (?:lernen|folgt|bedeutet|ware|sollen|sollte)\\b',
      '(?:haltst|denkst|meinst|glaubst) du\\b|que penses tu\\b|que pensez vous\\b|que opinas\\b|wat denk je\\b',
    ],
  },
];

/** Words that no report of what has been needs: somebody is addressed, or something is weighed or foreseen. */
const NO_REPORT = `\\b${any(
  'you|your|i|we|us|me|my|our|please|can|might|should|would|could|will|must|really|actually|best|most|relevant',
  'relevance|important|significant|crucial|likely|better|lessons?|learned|truth|mean|means|matters?',
  'bedeut\\w*|heisst|folgt|bitte|du|dir|dein\\w*|wir|uns|soll\\w*|wirklich|wichtig\\w*|relevant\\w*|besser|meinung|sinnvoll\\w*',
  'tu|vous|ton|usted|devrait|faut',
)}\\b`;
const NOUNS = any(
  'entry|entries|events?|records?|notes?|approvals?|plans?|runs?|mentions?|reasoning|operations?|sessions?|changes?|everything',
  'eintrag|eintrage|ereignisse?|notiz|notizen|freigaben?|entradas?|eventos?|entrees?|voci',
);
const ABOUT = any(
  'that|which|who|whom|whose|where|in|with|containing|mentioning|about|of|by|from|for|between|on|at|when|named|titled|says',
  'die|der|das|den|dem|zu|zur|zum|von|vom|auf|uber|mit|zwischen|seit|que|de|sobre|por|sur',
);

/** Forms of questions about what is on the log, and of searches in it. */
export const REPORT_FORMS: readonly { readonly form: RegExp; readonly unless: RegExp | null }[] = [
  // Who did what, when, in which entry
  {
    form: /^(?:in |on |at |by |to |from |since )?(?:who|whom|whose|when|where|which|what|how|why) (?:[^ ]{1,40} ){0,12}?(?:did|was|were|has|have|had|contains?|says?|mentions?|records?|suggests?|[a-z]{2,20}ed|wrote|said|drew|took|chose|went|gave|made|told|ran)(?: |$)/u,
    unless: new RegExp(NO_REPORT, 'u'),
  },
  {
    form: /^(?:did|was|were|has|have|had|is there|are there) /u,
    unless: new RegExp(NO_REPORT, 'u'),
  },
  {
    form: /^(?:in |an |auf |seit |von )?(?:wer|wen|wem|wessen|wann|wo|was|welche[rsnm]?|wie oft|wie viele|warum|wurden?|hat|haben|war|waren|gab es|gibt es) /u,
    unless: new RegExp(
      `${NO_REPORT}|haltst|lernen|zahlen|kann|konnen|[a-z]{2,20}(?:wurdig|sinnig|sam|lich)er`,
      'u',
    ),
  },
  {
    form: /^(?:qui|quand|quel\w*|combien|quien|cuando|cual\w*|donde|chi|quando|quali|wie heeft|wanneer|welke|quem|quais) /u,
    unless:
      /\b(?:tu|vous|ton|votre|usted|deb(?:o|e|emos)|devrait|faut|penses|pensez|pense|opinas?)\b/u,
  },
  // Which entries to look for: what follows is said of them
  {
    form: new RegExp(
      `^(?:list|show|find|search|search for|get|quote|look up|display|fetch|retrieve|count|zeige|finde|suche|liste) (?:(?:me|all|the|every|any|last|first|number|of|die|den|das|alle|der|in) ){0,4}${NOUNS} ${ABOUT}\\b`,
      'u',
    ),
    unless: null,
  },
  // Without a verb only many: `record that` is a command
  {
    form: new RegExp(
      `^(?:(?:all|the|number of|liste der|alle) )?(?:entries|events|records|notes|approvals|plans|runs|mentions|operations|sessions|eintrage|ereignisse|notizen|freigaben|entradas|eventos|entrees|voci) ${ABOUT}\\b`,
      'u',
    ),
    unless: null,
  },
  { form: /^(?:search|search for|find|suche|suche nach) quoted\b/u, unless: null },
];
