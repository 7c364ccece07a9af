/** @module directive-grammar: patterns of commands and of honest questions in English and German, for one clause. */
import {
  any,
  FEW,
  OPENING,
  command,
  FIND,
  TARGET,
  BOUND,
  SHORT_TEXT,
  HIDDEN,
  WORTH,
  VERDICT,
  OPINION,
  INTERPRETATION,
  DETERMINER,
  VERBS,
  OBJECT_GERMAN,
  imperative,
  imperativeGerman,
  NOT_BUILT,
  NOT_ABOUT_THE_PAST,
  FOUND,
  LINK,
} from './directive-words.ts';

/**
 * One kind of directive. Its forms are sources of regular expressions for text of lower-case words without accents,
 * separated by single spaces.
 */
export type Directive = {
  readonly id: string;
  readonly title: string;
  readonly forms: readonly string[];
};

/** Kinds of clauses that ask a tool for more than finding text. The first kind with a matching form is reported. */
export const DIRECTIVES: readonly Directive[] = [
  {
    id: 'OVERRIDE',
    title: 'asks the tool to exceed its bounds',
    forms: [
      command(
        any(
          'ignore|disregard|forget|bypass|override|overrule|skip|lift|drop|exceed|circumvent|look past|set aside',
          'lay aside|never mind|do not (?:stick|keep|apply|respect|follow|obey)',
        ),
        `${FEW}${BOUND}\\b`,
      ),
      command(
        'ubergehe?|ignoriere?|vergiss|missachte|umgehe?|uberspringe?|nimm|halte? dich nicht|hebe?|schalte?',
        `${FEW}${BOUND}\\b`,
      ),
      command(
        any(
          'act|behave|pretend|answer|treat \\w+|imagine|speak|take the role|elevate|escalate|spiele?|handle',
          'antworte|zeige?',
        ),
        '(?:like|as|als|that|to be|you|of|my access|den (?:admin\\w*|eigentumer))\\b',
      ),
      `${command(FIND)}.{0,80}\\b(?:${HIDDEN})\\b|\\b(?:regardless of|ungeachtet|without (?:any )?limits?|ohne (?:limit|begrenzung|rucksicht)|egal (?:wem|ob|wer)|ausser acht|beyond (?:my|the|your) ${BOUND})\\b`,
      'as if (?:you|there)|als (?:warst|ob) du|^tu so|(?:gib|zeige?) alles',
      '(?:return|show|list|give me) everything$|unrestricted|not meant for my|\\bno limits\\b',
      `\\b(?:past|around|outside) (?:the|my|your|any|all) (?:[^ ]{1,40} )?${BOUND}\\b`,
      '^(?:ignoriere?|missachte|umgehe)\\b',
    ],
  },
  {
    id: 'SUMMARISE_TRUTH',
    title: 'asks the tool for a text or a truth without a source',
    forms: [
      '\\b(?:summari[sz](?:e|es|ing)|in summary|(?:summary|gist) of|zusammenfassung (?:der|des|von|aller)|sum up|synthesi[sz]e|paraphrase|rewrite|recap|tl ?dr|condense|retell|narrate|translate)\\b',
      '\\b(?:zusammenfassen|fass(?:en sie|t|e)? .{0,80}(?:zusammen|kurz)|verdichte|formuliere?|eindampfen|stell(?:e|en sie)? .{0,80}zusammen)\\b',
      command('compress|boil|distill?|shorten|abridge|reduce|trim|roll|skim', DETERMINER),
      command(
        any(
          'give|hand|write|draft|compile|compose|make|produce|prepare|send|offer|provide|tell|turn|put|paint|i need',
          'i want|ich (?:brauche|mochte|will)|gib|schreibe?|erstelle?|verfasse|mache?|liefere?|bring',
        ),
        `${FEW}${SHORT_TEXT}\\b`,
      ),
      `^${OPENING}(?:an? |your )?(?:short |brief |executive )?(?:summary|overview|recap|zusammenfassung)$`,
      '\\b(?:in|into|to|down to|auf) (?:one|two|three|a few|few|a single|a|zwei|drei|einen|einem|wenigen?|kurzen|ein paar) (?:sentences?|lines?|words?|satze?n?|zeilen|worte?n?|stichpunkten?)\\b',
      '^(?:in (?:short|brief|a nutshell|essence)|kurz gesagt)\\b',
      '\\b(?:in|into) (?:your|its|my|plain|simple|eigener|eigenen|deinen|einfachen) (?:own )?(?:words?|phrasing|language|english|formulierung|worten)\\b',
      '\\b(?:really|actually|wirklich) (?:happened|tells?|means?|geschah|passiert\\w*)\\b',
      '\\b(?:tell|state|sage?) (?:me |us |mir |uns )?(?:the |die )?(?:truth|wahrheit)\\b',
    ],
  },
  {
    id: 'DECIDE_RELEVANCE',
    title: 'asks the tool to judge what it finds',
    forms: [
      '\\b(?:deciding|judging|(?:decide|judge|evaluate|assess|weigh) (?:for|what|which|whether|if|who|how|on|up|the|this|these))\\b',
      '\\b(?:entscheide|beurteile|bewerte|gewichte)\\b',
      command(
        'settle|rate|grade|rank|classify|prioriti[sz]e|compare',
        '(?!(?:of|by|for|from|in|on|at|limit)\\b)',
      ),
      command(
        any(
          `choose|pick|pick out|select|keep|filter|sort|order|reorder|put|tell me|tell us|leave aside|leave out`,
          `omit|skip|drop|strip out|throw out|hide|surface|${FIND}`,
        ),
        `${FEW}${WORTH}\\b`,
      ),
      command(
        'behalte?|sortiere?|wahle?|sage? (?:mir|uns)|ordne|blende|lass|streiche?|stelle?|zeige?|finde?|nenne?|gib',
        `${FEW}${WORTH}\\b`,
      ),
      '\\b(?:most|least) (?!of )[a-z]{2,20}(?:ing|able|ible|ful|ive|ous|al|ant|ent)\\b',
      '\\b(?:am|die|das|der) (?:relevant|wichtig|besten|best)\\w*',
      '\\b(?:what|which|whatever|only|was|nur|nach) (?:[^ ]{1,40} ){0,2}(?:relevan\\w*|important|matters?|seems?|wichtig\\w*|wesentlich\\w*)\\b',
      `^(?:is|are|was|were|has|have|ist|sind|war|waren) (?!there |es )${FEW}${VERDICT}\\b`,
      `^(?:who|which|what|wer|wem|welche[rsnm]?|was) (?:[^ ]{1,40} ){0,8}(?:${VERDICT}|deserves?|seems?|sounds?|matters?|prefer)\\b`,
      '\\b(?:lohnt|taugt|stimmt|reicht|klingt|wirkt|gefallt)\\b',
      '\\bam (?!haufig|meist|lang|kurz|hoch|alt|neu|fruh|letzt|breit)[a-z]{2,20}sten\\b',
      '\\bhow (?:good|bad|important|serious|severe|likely|reliable|risky|safe|useful|right|well|wise)\\b',
      '\\bwie (?:schlimm|gut|wichtig|wahrscheinlich|ernst|sicher|sinnvoll)\\b',
      `\\b(?:your|deine[rn]?) (?:[^ ]{1,40} ){0,2}${OPINION}\\b`,
      `\\b(?:an?|the|eine?) (?:[^ ]{1,40} )?(?:verdict|assessment|judge?ment|evaluation|opinion)\\b`,
      '\\b(?:who|wer) (?:is|was|ist|war) (?:right|wrong|to blame|at fault|schuld|im recht)\\b|\\byes or no\\b',
      '\\b(?:den streit|zwischen den zeilen|schuldig\\w*|(?:which|who) of the (?:two|both)|(?:welche[rs]?|wer) (?:der|von|von den) beiden|schuld hat|recht hat(?:te)?)\\b',
    ],
  },
  {
    id: 'INFER',
    title: 'asks the tool to conclude, advise or foresee',
    forms: [
      '\\b(?:infer(?:s|ring)?|(?:deduc|conclud|speculat|extrapolat)(?:es?|ing)|(?:interpret|guess|predict|recommend|forecast)(?:s|ing)?|interpretation of)\\b',
      '\\b(?:draw|come to) .{0,30}conclusions?\\b|\\bread between the lines\\b',
      '\\b(?:schlussfolgere|folgere|vermute|interpretiere|prognostiziere|empfiehl|begrunde|schatze?|errate|rate (?:mal|mir|wer|was|wie))\\b',
      '\\bleite .{0,40}ab\\b|\\bsage .{0,40}voraus\\b',
      command(
        any(
          'derive|figure out|work out|work backwards|find out(?! of)|determine|estimate|assume|suppose|imagine',
          'explain|justify|advise|suggest|propose|diagnose|defend|convince|connect|describe|invent|make up',
          'come up with|fill in',
        ),
        '(?!(?:of|by|for|from|in|on|at) )',
      ),
      '^(?!zitiere )[a-z]{3,20}iere\\b',
      command('ordne|gewichte|finde? heraus|ermittle|erklare?|deute|klare|erfinde|uberlege?|denk'),
      ', ?derive|\\bentries derive\\b|\\bexplain (?:why|how|what)\\b',
      '\\b(?:you|your|du|dir|dich|deine?[mnrs]?)\\b',
      '\\b(?:i|we|one|ich|wir|man) (?:should|shall|must|could|can|need|ought|safely|soll\\w*|mussen)\\b',
      '^(?:are|is|do|does|did|have) (?:we|i|you)\\b',
      '\\b(?:really|wirklich|wohl|vermutlich|wahrscheinlich|probably|presumably|perhaps|maybe)\\b',
      '\\b(?:soll|sollen|sollte|sollten|muss|mussen|kann|konnen|hatten?) (?:ich|wir|man)\\b',
      '^(?:would|should|shall|might|could|ought|soll|sollen|sollte|sollten|wuerden?|koennten?|muessten?|muss|mussen|kann|konnen|durfen) ',
      '\\b(?:odds|chances?|probability|likelihood|risk) (?:of|that)\\b',
      '\\b(?:chancen?|aussichten|wahrscheinlichkeit)\\b',
      '^(?:ist|sind) .{1,80}(?:(?<!fert|gult)ig|lich|sam|haft|los|voll)(?: genug)?$',
      '^(?:gib|give) (?:mir|uns|me|us) (?:an? |some |einen |eine )?(?:rat|tipps?|empfehlung|vorschlage?|advice|tips|ideas|feedback)\\b',
      '\\b(?:only|just|nur) (?:what|was)\\b|\\b(?:any|good|no) reason to\\b',
      `^(?:which|what|who|whom|how|welche[rsnm]?|wer|wem|was|wie) ${FEW}(?:should|would|might|must|imply|implies|lernen|folgt|bedeutet|ware|soll|sollen|sollten?|kann|konnen|durfte|konnte|weitergehen|zu bedeuten|zu tun|wuerden?|koennten?|muessten?)\\b`,
      '\\b(?:what|how|which) (?:[^ ]{1,40} ){0,3}(?:will|can|could|might|would|should) |^can (?!anyone)',
      '\\blikely to\\b|\\bwhat does .{1,60} mean\\b|\\b(?:was|what) (?:happens|follows|comes) next\\b',
      '\\bals nachstes\\b|\\b(?:steckt|heisst) (?:hinter|dahinter|das)\\b|^wie geht \\b.{0,60}weiter$',
      '^wird (?!.*t$)|^what follows\\b',
      `^(?:what|which|was|welche[rsn]?) ${INTERPRETATION}\\b`,
      `^${OPENING}(?:give|hand|grant|award) (?:the )?(?!the )[a-z]{1,30} (?:access|an? (?!list|count|quote|number|excerpt|copy|entry|note))`,
      `^gib (?:(?:dem|der) )?[a-z]{1,30} (?:recht|eine|einen)\\b`,
      `^(?:say|tell|name|answer|sage?|nenne?) (?:me |us |mir |uns )?(?:which|who|what|why|how|whether|if|in|welche[rsnm]?|wer|was|warum|wie|ob)\\b`,
      `\\b(?:what|was) (?:is|are|was|were|ist|sind|s) (?:the |die |der |das )?(?:[^ ]{1,40} )?${INTERPRETATION}\\b`,
    ],
  },
  {
    id: 'WRITE',
    title: 'asks the tool to change something',
    forms: [
      command(
        any(
          'write|append|attach|insert|amend|correct|edit|modify|alter|overwrite|delete|remove|erase|wipe|purge',
          'clear|tidy up|tidy|clean up|discard|get rid of|strike|redact|rename|put|add|create|replace|merge|fold',
          'revert|approve|reject|tick off|sign off|cross out|strip',
        ),
        `${FEW}${TARGET}\\b`,
      ),
      command(
        'mark|set|change|update|close|open|move|drop|undo|reset|store|save|enter|register|refresh|backdate|hide',
        `(?:${DETERMINER} |${TARGET} [^ ]{1,40} (?:as|to)\\b)`,
      ),
      command(
        'log|note|record|remember|register|write down|jot down',
        '(?:that|for later|down)\\b',
      ),
      '\\b(?:eras(?:e|ing)|overwrit(?:e|ing)|writ(?:e|ing) to|append to|write down|take note|make a note|jot .{0,10}down|leave a (?:note|message))\\b',
      `make (?:sure )?(?:that )?${FEW}${TARGET} (?:says?|states?|shows?|reads?|names?)\\b`,
      `\\b(?:fix|change|correct|delete) (?:it|them|that)$`,
      command(
        any(
          'losche?|entferne|streiche?|korrigiere?|andere?|setze?|trage?|schreibe?|speichere?|lege?|erganze|raume?',
          'wirf|verschiebe?|fuge?|hinterlege|markiere?|halte?|genehmige|kurze|uberschreibe?',
        ),
        `${FEW}${TARGET}\\b`,
      ),
      command(
        'vermerke?|notiere?|speichere|losche|uberschreibe|merke? dir|trage? (?:nach|ein)|halte? fest',
      ),
      '^(?:[^ ]{1,40} ){1,7}(?<!(?:zum|zu|beim|das|vom) )(?:loschen|entfernen|korrigieren|andern|streichen|eintragen|vermerken|notieren|festhalten|speichern|uberschreiben|erganzen|umbenennen)$',
    ],
  },
  {
    id: 'COMMAND',
    title: 'gives any other command',
    forms: [
      command(VERBS),
      `${imperative}(?:[^ ]{1,40} ){0,4}as (?:final|read|done|resolved|closed|seen|[a-z]{2,20}ed)\\b`,
      `${imperative}${DETERMINER}\\b${NOT_BUILT}`,
      `${imperative}${DETERMINER} ${FEW}${any(TARGET, INTERPRETATION)}\\b`,
      `${imperative}${TARGET} [^ ]{1,40} (?:to|as|into)\\b`,
      `^(?!${OPENING}${TARGET} )${imperative.slice(1)}(?:whether|if|why|how|who|what|which)\\b`,
      `${imperativeGerman}${OBJECT_GERMAN}\\b${NOT_BUILT}`,
      `${imperativeGerman}${OBJECT_GERMAN} ${FEW}${any(TARGET, INTERPRETATION)}\\b`,
      `${imperativeGerman}${FEW}(?:(?:ob|dass|warum|wer|was|wie) |(?:auf|aus|ein|ab|an|zu|um|weg|fest|nach|vor|zusammen|heraus|hinzu|neu|verschwinden)$)`,
      '^(?:ich (?:brauche|mochte|will)|i (?:want|need|would like))(?! (?:to know|wissen))\\b',
      '^(?!(?:hat|war|ist|wer|was|wie|wo|wann|gab|gibt) )[a-z]{3,12} (?:mir |uns )?(?:mal|doch)\\b',
      '^ab (?:jetzt|sofort)\\b|^komm\\b',
      `^${OPENING}(?!${FIND} )[a-z]{3,20}en sie\\b|\\b(?:please|kindly|bitte) (?!${FIND} )`,
      `^be (?:the|an?|my|so|honest|brief|fair|kind)\\b`,
    ],
  },
];

/**
 * Forms of honest clauses: questions about the past, and searches. An honest clause may mention commands. With a match
 * of `unless`, a clause is not honest.
 */
export const HONEST_FORMS: readonly { readonly form: string; readonly unless: string | null }[] = [
  {
    form: '^(?:in |on |at |by |to |from |since )?(?:who|whom|whose|when|where|which|what|how|why) (?:[^ ]{1,40} ){0,12}?(?:did|was|were|has|have|had|contains?|says?|mentions?|records?|suggests?|[a-z]{2,20}ed|wrote|said|drew|took|chose|went|gave|made|told|ran)(?: |$)',
    unless: NOT_ABOUT_THE_PAST,
  },
  { form: '^(?:did|was|were|has|have|had|does|is there|are there) ', unless: NOT_ABOUT_THE_PAST },
  {
    form: '^(?:in |an |auf |seit |von )?(?:wer|wen|wem|wessen|wann|wo|was|welche[rsnm]?|wie oft|wie viele|warum|wurden?|hat|haben|war|waren|gab es|gibt es|steht) ',
    unless: NOT_ABOUT_THE_PAST,
  },
  {
    form: `^(?:list|show|find|search|search for|get|quote|look up|display|fetch|retrieve|count|zeige?|finde|suche|liste|nenne) (?:(?:me|all|the|every|any|last|first|number|of|mir|die|den|das|alle|der|in) ){0,4}${FOUND} ${LINK}\\b`,
    unless: null,
  },
  // Searches without a verb need a plural noun, because `record that` is a command
  {
    form: `^(?:(?:all|the|number of|liste der|alle|log) )?(?:entries|events|records|notes|comments|approvals|plans|runs|mentions|operations|sessions|eintrage|ereignisse|notizen|freigaben|anderungen) ${LINK}\\b`,
    unless: null,
  },
  { form: '^(?:search|search for|find|suche|suche nach) quoted\\b', unless: null },
];
