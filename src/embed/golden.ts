/** Both languages, an apostrophe, digits: embedded as a passage after every load, which also warms the model up. */
export const GOLDEN_TEXT = "Ana's sister plays the violin; 她在里斯本吃素, since 2021."

/** A unit vector as base64 of little-endian int16 (value × 32767). */
export function encodeGolden(vector: Float32Array): string {
  const bytes = new Uint8Array(Int16Array.from(vector, (value) => Math.round(value * 32767)).buffer)
  return btoa(String.fromCharCode(...bytes))
}

export function decodeGolden(text: string): Float32Array {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  return Float32Array.from(new Int16Array(bytes.buffer), (value) => value / 32767)
}

export function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0
  let aa = 0
  let bb = 0
  for (let i = 0; i < a.length; i++) {
    const x = a[i] as number
    const y = b[i] as number
    dot += x * y
    aa += x * x
    bb += y * y
  }
  return dot / Math.sqrt(aa * bb)
}

/**
 * What WASM gives for `GOLDEN_TEXT` as a passage, by model.
 * A changed model or text needs new ones: `encodeGolden` of an embedder whose facts have no `golden`.
 */
export const GOLDEN_VECTORS = {
  'e5-small-memory-en-zh':
    'fwzGA5EA3gLfCVADPgVyA0kCYAX1Akj8C/2H90L4iwUpDCb/x/kt9uYF0gFK+tYDdweiAUr+o/gcCQvz/fWg+EkJSfYxCez9FfSD+k3/' +
    'NPlQ/EECEQqQBb4FngX++/sJxQG0+tX3RARnAsoKHAca/fPyuvgR/k8AIA0I/tQJ9fxz/5T/sgBIBqn5efaB/zQDNgCz/t0AoAPWCJgC' +
    '4gC8/tT5TfvH/U8BrPyBByYGr/a0BcX9KAeU+zr59vfh9nz6MAOEA4MBoPhkBs36rQBP9t8CZAFFB032Ogc69l/76QgEDYwA5PiXAYv3' +
    'PvaY/dj9zQzL+gn3l/YG+uz72P0uBokL1P7vBrQBy/fkA7j3+wd49F35lQNf+cv6TALx/v8LKAil/qIHFf1BCpX6Vf/89ggE0gXTCDT8' +
    'nvzSAaQGXwQc9Sf7ZfnI+mb+hv2XBpYPWAXS+yP8bQLL/FAEVQApCmX/agm9CioELfys+s/3o/mu+2TyrfpBAtAHdf/t+8cGrf1E+Dn4' +
    'aAfp9gQCtgafBBr/SP2RA9UCsAT/A/Lvww3y9AcCnAjj+Oz25gPf8gkAbwGUAlcAPg8E/gP+1gig9Nf/awQoCTb/VQSAAD8Cuv+m97D3' +
    '1fNa/MX3Bf23CfH6agAN+IMJ7PhzBbn5n/7cAhcB7v33Aon9EQA29l8ETQAKCxwKQv4tBcoCBvpYED8FLQMDDqr4xP7X+EX9iflOCKEE' +
    'd/oQ9DcB4PnaCX34hwGuAfgJmAcpCGAA4fvL8zkFL/mCAbr47PsJCZb77QXaAawAVQjO+AIFjvp5/nYFHwVw/S8CkAA9BMj5zAEDAkcL' +
    'Sv5yAOME5f8eARP+svx5+Ur3JvX+/BX7/PrSB/n2Dv3eA6sBzQs5+eL6lQdg+q73E/kSB2r8NPfzCCoC+vmwAnwDYPh8COb8sgG5Agj9' +
    'lvB8/EkAiPujAiMKfPQ1CJQCI/tn+CsDof/CANkFO/yv/lECBf0UCf4J0PqIBpYBsgIm+8gCoP0A+ZcEAAq4Cu8E',
  'all-MiniLM-L6-v2':
    'if5y/IcJnvxt864Krgav+3b7fQVPDJL4lAVSAdv9rwatArn5egEj/oP4TfzmAusLvgPX+iT91/2N+vv/UPG2CZj95gKN/QEHuv9s+87+bPpg+x3+Vgg0/on+E/tu9K/5QAJuBcP2uPpA' +
    'ACUC+gOhBGkBBwUwBP4RG/zHCKX67f+79EH+FQZE+JX4kAUwBeL5SAil+SwDxgJRCMT+qPpwANr2zAEz/3H/rfymCfP3A/eaABz4qPLr/Cf7iQOKBRsCEQArBY/+UwTSAOIOKQ3K/ET1' +
    '9f5JBbsCsgJ4/KL+w/YOA2b+Zf58Bd4G3QOi94UBCgYqAAn5zgGxBKv+3wAAAKkBGQHKDMcElvzS+vv4FAVLAM75NP5r/PD8DPcwAwcGXAN3/acAlAcKBlcK6PbC/1n3IgY1EiP7ov5Y' +
    'A8b+a/3+/TP9D/pDBGb5rwN/AgQD8geVCAwE4gRh8h372QBp+ekJ/fur/2oEhfn8BQ0KdgZfBGkA7/+4AOUKsvBAA2oGXAHgBBoBFvDQCvf8JvLT/gYAgAEt9u32SPwi8ikEff6A9nwA' +
    'ewPQC0cCCfmZAOcA6f8X/hv4wPzK/gz8HAIAAD4AbAOJ+v76BwYI+fj7ARGaBFkD8gF9+er/bAFv+8oHjAiXBvgGlwAj+ZsBtQQMAo8CWAaNB40DKv2JArH46PXz/kPy4AHoA+v7FvVM' +
    '+EL9egUn/7cCLAhJAfgEuQEsCh7/J/nW/n/wOAb19n4CBflLBhD49P+sAe8GBgnX9yT+VPJ0Dz8AofuE/XsBFf2iA1L0vQai6ZX+gvbMARYCov1R/Ef+D/pfA1cGDAC8/+UAYAFlCJMJ' +
    'rQkA/EP3CvsAAK8HHQvc+wX67/RCAQwBz/6+Av4DBQemACAHJP7s/cEMDQhuD2n9+gTgBe/7PQyd+YTwNwKJ/3QFFfb3+qr8swU4+Ob64PKPAFQEZPNX9doHPAQB/pz/vAEbCKr4oQ0j' +
    '8XIK5wC887P+AP+M/Tv7gQOsAKoDbf8bAy3+gv8YB9D/',
}
