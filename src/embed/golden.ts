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
    'Ywy7A3MAnALHCWYDNAVnAz8CUwUEA2D81Py191b4pAUBDFT/zvku9uEF1QEJ+p8DTAepAUX+rfgRCd/y4PWR+FQJL/ZRCe39EfSB+jH/' +
    'D/lh/FoC8wmTBZMFlwUC/AgKygGm+rn3WARdArMKGwcN/f3yi/gk/lsABA0x/vkJJ/13/67/twBDBrL5cPal/yIDCgDe/toAmAPQCJUC' +
    '0ADi/sr5Xful/VABe/yZB08Gw/aJBdb9QAeW+zr5B/jY9pH6MgNkA1QBn/iOBuH6jwBK9q0CTQE7Bxv2KwdY9mL7xAgIDZEA7/iZAa33' +
    'TvaU/fD9uwzN+iT3XPYA+sb74P19BmEL3v4jB6UB9ffHA9L39geZ9Gz5mQNB+cn6egID/xUMDgh2/pQHFv0gCpf6P/8E90IEvAXSCCv8' +
    'hvzVAYoGUgRC9QP7iPnf+l7+kP2QBowPPAXJ+yz8YgLT/EQEYgAZCpz/nQm8ClUED/yr+sv3v/m2+27y7fosAtcHcv8K/M0Gj/0s+CL4' +
    'QAfN9v4BzQbIBPv+Wf20A8wCwwQTBN/vyA3o9PsBsQi++PH2/wPr8uT/UAGgAm0AJg8z/hH+1wi59K//ZwQVCRn/UARbAEcC5v+s9233' +
    'wvM5/N73Jf2tCRj7WADX980J6/hxBbr5tP78AkABFv77Arb9wP8/9nMEdgALCyAKTP4lBbICAfp0EFIFBAMIDqD4rf60+C/9i/luCKME' +
    'iPr08z8BAfrjCYj4gwGHARsKqActCI0ABPzS8xQFKfmMAcP40fsXCVX77wUMAp8AZwjs+AcFovqM/m8FLgWC/T4ChwBeBPr5uAHxATIL' +
    'M/5bAO4EAgAwAWP+ovx9+WP3R/Uy/f761vrfBxP3C/3uA6QBwwsI+Xb6rwdL+rz3KfkEB1L8HPcdCR0CMPqyAoMDUfhmCL78qwG2AhT9' +
    '4PCH/GEAhPulAicKb/RICI0CG/tn+CUDu/+1AN0FD/yU/kYCGv0eCREKrPqMBoYBpQIc+6kCn/3x+GYE9QmfCuME',
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
