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
  'e5-small-en-zh':
    'LAk8AOb9H/08C67/8//1AkoJGAIiBu37YwMI+aP3gQVlC9n+vfo59m8FvwEO+wkFEwq6AhP8iPzPCUfzqPeV+dIHPfV8DPgAWPdI+HcAPvem/bMBoAoxCfIEnQjm++UIsPzw+8v5LQW/' +
    'AIsIlgIk/P/4nviY+BcEjg2LAMwHgP/eBtcBmAP6BHn71/hq/KcHUP7t/FYA+QDJBrL9DAFT+yf1DPoJ/UsC8/YNCMAGXvYRCPP/dge5AKn70Pga9c74lv+4BGwEUfwQCTX7if7V8ZX8' +
    'vQTqB4/2MQaV9w/5GwlWCX4Di/Zb/xX72fR6Agf8kQjs+4L31ffh9kr4VwOeBukCHP06B40CdvpyAyz9Mgvd9tr8RgFt+l77hQU8/KEK1wV3AhwIYfwcCDj5/AE3+NgFGQQiCsD8l/yk' +
    '++YHDQUu9eL2l/ZW+Rf3Sft+B+ILY/11/d/8ewJb/E8EPQCSCTv9MgXbCnYGHf94+RD5U/rD+If3dvowA9gEZwB//vkHRPn7+UH5RAW29ksDEwV9Bzv+RfwYA+IB1AGA/3fx6gp29z0D' +
    'WAaz9SL3SwcH9UoBIwD/Bu/7JAmaAcb++wba9cf9JgrOB3n8bv1dBQoAVf429gT4+/Rb9038CgOECPL2bQEB9tkF3fiVBxL8r/vyAqEBNARrBUL6xvyl8G8DYQG0CscLR/4gBQwDPPuq' +
    'EA8HvgdDCJv1r/158zf7Z/yiBdgH//hH9LP9NAI3DQP55f9lBFwJegRWBXMEI/uG9k8FN/nj+j347P2kCIj6GQW7BWEBGAqy9ksFQ/zt/oAFSgMp938HogFaAvD/BAVHB7oJ2PwtANkD' +
    'mAIpADsBjvu5+Y72vPdC/Nn6FwHQBnj3fvuxBzAE0wcg+ob4mAjH+tf5DfpHBdH54vmyBj8J3fusBN7+h/PeBjH9rP8RAtAASPX9/WwEs/yPA+7/NPjMCu4FcvgG+jkHoQMbBVICcgAC' +
    '/cYEY/meCL4HrffeArb+d/ux/OQEb/qJ+SQEOAydB1kH',
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
