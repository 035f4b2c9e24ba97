/** The value after a part of it was corrected, and the value that was wrong; where the part is not in it, the words said stand for both. */
export function replacedIn(whole: string, wrong: string, right: string): { value: string; previous: string } {
  const at = whole.toLowerCase().lastIndexOf(wrong.toLowerCase())
  return at < 0
    ? { value: right, previous: wrong }
    : { value: whole.slice(0, at) + right + whole.slice(at + wrong.length), previous: whole }
}
