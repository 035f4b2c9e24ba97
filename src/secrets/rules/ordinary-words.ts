/**
 * What follows "my password is" without being one. A word that is missing here is masked although it is none, which
 * costs that word; one too many shows a password.
 */
const NO_PASSWORD =
  'about account accepted actually again all already also always any app asked available back bad based been ' +
  'before being better blank broken called case changed changing chosen common complex complicated correct crap ' +
  'currently default different difficult disabled easy empty enabled encrypted enough even exactly expired ' +
  'expiring fine for forgotten from full generated given gone good great guessable hard hashed her here hidden ' +
  'his how impossible in incorrect insecure invalid is it its just kept known less like locked long longer lost ' +
  'made manager mandatory managed mine missing more most much my near necessary needed never new no nonsense ' +
  'not now obvious of ok okay old on only optional or our out outdated over policy probably protected public ' +
  'quite random really recommended rejected required reset right safe same saved secret secure secured ' +
  'sensitive set shared short simple so some something somewhere stolen stored strong stronger stupid such ' +
  'supposed sure temporary terrible that the their there they this to too totally trivial unchanged under ' +
  'unique unknown unsafe up updated useless valid very visible weak what when where which with working written ' +
  'wrong yes you your yours'

/** The same in German, French, Spanish and Portuguese. */
const NO_PASSWORD_ABROAD =
  'abgelaufen alt auch dasselbe derselbe falsch geheim gespeichert gleich immer jetzt kurz lang leer leicht ' +
  'mein nicht noch nötig richtig schlecht schwach schwer sehr sicher stark ungültig unsicher vergessen verloren ' +
  'weg wieder zu bon court expiré faible faux fort incorrect invalide le long mauvais mon nouveau oublié pas ' +
  'perdu requis sûr toujours très trop valide vide antigua caducada caducado correcta corta débil demasiado ' +
  'diferente difícil expirada fácil fraca forte incorrecta incorreta inválida la larga mala mi muito muy ' +
  'necesaria nueva obligatoria obrigatória olvidada perdida requerida secreta segura vacía valid válida vieja'

const words = new Set(`${NO_PASSWORD} ${NO_PASSWORD_ABROAD}`.split(' '))

export const isOrdinary = (word: string): boolean => words.has(word.toLowerCase())
