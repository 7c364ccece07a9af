/** @module directive-phrases: phrases that a question must not contain, by kind and language; docs/tool-requests.md lists the same. */

/** One kind of directive. A phrase matches word by word; `…` matches up to three words. */
export type Directive = {
  readonly id: string;
  readonly title: string;
  /** By language, in lower case without accents. */
  readonly phrases: Readonly<Record<string, readonly string[]>>;
};

/** The phrases of a row, separated by `·`. */
function phrases(row: string): readonly string[] {
  return row
    .split('·')
    .map((phrase) => phrase.trim().replaceAll(/\s+/g, ' '))
    .filter((phrase) => phrase !== '');
}

/** A question tool only finds; weighing, advising, concluding and writing are out. A question that matches is rejected, never rewritten. */
export const DIRECTIVES: readonly Directive[] = [
  {
    id: 'DECIDE_RELEVANCE',
    title: 'asks the tool to weigh what it finds',
    phrases: {
      English: phrases(`
        decide … relevant · decide … relevance · decide … important · decide … matters ·
        decide what · decide which · decide whether · decide if · judge … relevant · judge …
        relevance · judge whether · whatever is relevant · whatever you think · whatever seems
        · most relevant · what is relevant · only the important · only what matters · use your
        judgement · use your judgment · pick the best · choose the best · deciding what ·
        deciding which · deciding whether · judge which · evaluate whether · assess whether ·
        rank … by relevance · sort … by relevance · choose … relevant · select … relevant ·
        pick … relevant · which matter most · what matters most · the most important · leave
        out … irrelevant · leave out … unimportant · skip … irrelevant
      `),
      German: phrases(`
        entscheide · entscheiden sie · beurteile · beurteilen sie · bewerte ob · was wichtig
        ist · was relevant ist · nur das wichtige · nur wichtiges · das wichtigste · am
        relevantesten · nach relevanz · wahle das beste · nach deinem ermessen
      `),
      French: phrases(`
        decide … pertinent · decide ce qui · decide si · decidez · juge … pertinent · jugez ·
        ce qui est pertinent · ce qui est important · le plus pertinent · les plus pertinents
        · le plus important · choisis le meilleur · choisissez le meilleur
      `),
      Spanish: phrases(`
        decide que · decide cual · decide si · decida · decidid · juzga · lo que es relevante
        · lo mas relevante · los mas relevantes · lo mas importante · elige el mejor · escoge
        el mejor
      `),
      Italian: phrases(`
        decidi · decidete · giudica · cio che e rilevante · il piu rilevante · i piu rilevanti
        · il piu importante · scegli il migliore
      `),
      Dutch: phrases(`
        beslis · bepaal wat · bepaal of · beoordeel · wat relevant is · wat belangrijk is ·
        het meest relevante · het belangrijkste · kies de beste
      `),
      Portuguese: phrases(`
        decida · julgue · o que e relevante · o mais relevante · os mais relevantes · o mais
        importante · escolha o melhor
      `),
    },
  },
  {
    id: 'SUMMARISE_TRUTH',
    title: 'asks the tool to tell what is so, without a source',
    phrases: {
      English: phrases(`
        summarise · summarize · summary of · sum up · recap of · state the truth · tell the
        truth · tell me the truth · what really happened · what actually happened · in your
        own words · rewrite · paraphrase · summarises · summarising · summarizes · summarizing
        · a summary · short summary · brief summary · your summary · in summary · tl dr · tldr
        · give … gist · the gist of · boil … down · synthesise · synthesize · what is the
        truth · describe … in general
      `),
      German: phrases(`
        fasse … zusammen · fass … zusammen · fassen sie … zusammen · zusammenfassen ·
        zusammenfassung · in eigenen worten · in deinen worten · was wirklich geschah · was
        wirklich passiert · sag … wahrheit · sage … wahrheit · formuliere … um
      `),
      French: phrases(`
        resume le · resume la · resume les · resume moi · resumez · resumer · fais un resume ·
        un resume de · en tes propres mots · en vos propres mots · dis la verite · dites la
        verite · ce qui s est vraiment passe · reformule · reformulez
      `),
      Spanish: phrases(`
        resume el · resume la · resume los · resume las · resuma · resumir · resumen de · haz
        un resumen · con tus propias palabras · di la verdad · diga la verdad · que paso
        realmente · reformula
      `),
      Italian: phrases(`
        riassumi · riassumere · riassunto · con parole tue · di la verita · cosa e successo
        davvero · riformula
      `),
      Dutch: phrases(`
        vat … samen · samenvatten · samenvatting · in je eigen woorden · zeg de waarheid · wat
        er echt gebeurde · herformuleer
      `),
      Portuguese: phrases(`
        resuma · resumir · resumo de · faca um resumo · com suas palavras · com tuas palavras
        · diga a verdade · o que realmente aconteceu · reformule
      `),
    },
  },
  {
    id: 'INFER',
    title: 'asks the tool to conclude',
    phrases: {
      English: phrases(`
        infer · deduce · conclude · draw … conclusion · draw … conclusions · interpret · guess
        · speculate · predict · explain why · what does … mean · what should · recommend ·
        infers · inferring · deducing · concluding · interpreting · interpretation of ·
        guessing · predicting · extrapolate · work out why · what would happen · what will
        happen · your opinion · you think · what do you make of · advise · suggest what ·
        suggest how · suggest which
      `),
      German: phrases(`
        schlussfolgere · schliesse daraus · folgere · leite … daraus ab · interpretiere ·
        vermute · rate mal · sage … voraus · erklare warum · erklar warum · was bedeutet ·
        empfiehl · was soll ich · was sollte
      `),
      French: phrases(`
        deduis · deduisez · deduire · conclus · concluez · interprete · interpretez · devine ·
        devinez · predis · explique pourquoi · expliquez pourquoi · que signifie · recommande
        · recommandez · que dois je · que devrait
      `),
      Spanish: phrases(`
        deduce que · deduzca · infiere · infiera · concluye · concluya · interpreta · adivina
        · predice · explica por que · que significa · recomienda · recomiende · que debo · que
        deberia
      `),
      Italian: phrases(`
        deduci · inferisci · concludi · interpreta · indovina · prevedi · spiega perche · che
        cosa significa · cosa significa · raccomanda · consiglia · cosa devo
      `),
      Dutch: phrases(`
        leid … daaruit af · concludeer · interpreteer · voorspel · leg uit waarom · wat
        betekent · beveel … aan · raad … aan · wat moet ik
      `),
      Portuguese: phrases(`
        deduza · infira · conclua · interprete · adivinhe · preveja · explique por que · o que
        significa · recomende · o que devo
      `),
    },
  },
  {
    id: 'WRITE',
    title: 'asks the tool to change something',
    phrases: {
      English: phrases(`
        write … entry · write … entries · write … event · write … ledger · write to · write
        down · add … entry · add … event · append to · append … entry · create … entry ·
        create … event · record that · remember that · note down · store that · update … entry
        · update … ledger · change … entry · delete … entry · delete … entries · delete …
        event · remove … entry · remove … event · erase · overwrite · write … into · write …
        file · writing to · insert … entry · insert … event · commit … event · make … note of
        · take note · save this · save that · modify … entry · modify … event · edit … entry ·
        edit … event · erasing · overwriting · drop … event · drop … events
      `),
      German: phrases(`
        schreibe … eintrag · schreib … eintrag · schreibe … in · trage … ein · trag … ein ·
        fuge … hinzu · fug … hinzu · erganze … eintrag · losche · loschen sie · uberschreibe ·
        andere … eintrag · merke dir · merk dir · notiere · speichere
      `),
      French: phrases(`
        ecris · ecrivez · ajoute … entree · ajoutez … entree · inscris · supprime · supprimez
        · efface · effacez · ecrase · modifie … entree · souviens toi · note que · enregistre
        · enregistrez
      `),
      Spanish: phrases(`
        escribe · escriba · anade … entrada · agrega … entrada · borra · borre · elimina ·
        elimine · sobrescribe · modifica … entrada · recuerda que · anota
      `),
      Italian: phrases(`
        scrivi · scriva · aggiungi … voce · cancella · elimina · sovrascrivi · modifica … voce
        · ricorda che · annota
      `),
      Dutch: phrases(`
        schrijf · voeg … toe · verwijder · overschrijf · wijzig … regel · onthoud dat · noteer
        · sla … op
      `),
      Portuguese: phrases(`
        escreva · adicione … entrada · acrescente … entrada · apague · elimine · exclua ·
        sobrescreva · modifique … entrada · lembre se · anote
      `),
    },
  },
  {
    id: 'OVERRIDE',
    title: 'asks the tool to leave its bounds',
    phrases: {
      English: phrases(`
        ignore … limit · ignore … limits · ignore … view · ignore … visibility · ignore …
        instructions · regardless of … view · regardless of visibility · without limit ·
        include … private · as if you were · ignore … restrictions · ignore … rules · ignore …
        constraints · disregard … limit · disregard … limits · disregard … view · disregard …
        instructions · beyond … limit · pretend … to be · act as if
      `),
      German: phrases(`
        ignoriere · ignorieren sie · missachte · ohne limit · ohne begrenzung · ungeachtet ·
        umgehe · tu so als · als ob du
      `),
      French: phrases(`
        ignore les · ignorez · ne tiens pas compte · sans limite · contourne · contournez ·
        fais comme si · comme si tu etais
      `),
      Spanish: phrases(`
        ignora · ignore las · ignore los · sin limite · sin limites · sorteando · finge que ·
        como si fueras
      `),
      Italian: phrases(`
        ignora · ignorate · senza limite · senza limiti · aggira · fingi · come se fossi
      `),
      Dutch: phrases(`
        negeer · zonder limiet · zonder beperking · omzeil · doe alsof
      `),
      Portuguese: phrases(`
        ignore os · ignore as · sem limite · sem limites · finja · como se fosse
      `),
    },
  },
];
