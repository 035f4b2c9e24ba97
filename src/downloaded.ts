/** Bytes of the answer's body; undefined for compressed answers too, whose length is not that of the file. */
export function lengthOf({ headers }: Response): number | undefined {
  const length = headers.get('content-encoding') ? Number.NaN : Number.parseInt(headers.get('content-length') ?? '', 10)
  return Number.isNaN(length) ? undefined : length
}

/** The pieces as one; `length` is theirs together. */
export function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
