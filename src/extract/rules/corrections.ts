/**
 * The corrected value and the previous one. If `wrong` is not part of `whole`, they are `right` and `wrong` themselves.
 */
export function replacedIn(whole: string, wrong: string, right: string): { value: string; previous: string } {
  const at = whole.toLowerCase().lastIndexOf(wrong.toLowerCase())
  return at < 0
    ? { value: right, previous: wrong }
    : { value: whole.slice(0, at) + right + whole.slice(at + wrong.length), previous: whole }
}
