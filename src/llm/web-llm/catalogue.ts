/**
 * One build of a model: its id in WebLLM's prebuilt list, and the video memory that it takes there, with a context of
 * 4,096 tokens.
 */
export interface WebLlmBuild {
  id: string
  videoMemoryMB: number
}

export interface WebLlmCatalogueEntry {
  /** Billions of parameters. */
  parameters: number
  /** BCP 47 languages of English and Chinese that its maker names. */
  languages: readonly ('en' | 'zh')[]
  licence: string
  /** For devices with the WebGPU feature `shader-f16`. */
  f16: WebLlmBuild
  /** For the others. */
  f32: WebLlmBuild
}

const entry = (
  name: string,
  parameters: number,
  languages: WebLlmCatalogueEntry['languages'],
  licence: string,
  f16MB: number,
  f32MB: number,
): WebLlmCatalogueEntry => ({
  parameters,
  languages,
  licence,
  f16: { id: `${name}-q4f16_1-MLC`, videoMemoryMB: f16MB },
  f32: { id: `${name}-q4f32_1-MLC`, videoMemoryMB: f32MB },
})

/** Models for 0.4 to 4 GB of video memory, the smallest first; 4-bit weights. */
export const WEB_LLM_CATALOGUE: readonly WebLlmCatalogueEntry[] = [
  entry('SmolLM2-360M-Instruct', 0.36, ['en'], 'Apache-2.0', 376.06, 579.61),
  entry('Qwen2.5-0.5B-Instruct', 0.5, ['en', 'zh'], 'Apache-2.0', 944.62, 1060.2),
  entry('Qwen3-0.6B', 0.6, ['en', 'zh'], 'Apache-2.0', 1403.34, 1924.98),
  entry('Llama-3.2-1B-Instruct', 1.2, ['en'], 'Llama 3.2 Community', 879.04, 1128.82),
  entry('Qwen2.5-1.5B-Instruct', 1.5, ['en', 'zh'], 'Apache-2.0', 1629.75, 1888.97),
  entry('Qwen3-1.7B', 1.7, ['en', 'zh'], 'Apache-2.0', 2036.66, 2635.44),
  entry('Llama-3.2-3B-Instruct', 3.2, ['en'], 'Llama 3.2 Community', 2263.69, 2951.51),
  entry('Phi-4-mini-instruct', 3.8, ['en', 'zh'], 'MIT', 3437.58, 4220.59),
  entry('Qwen3-4B', 4, ['en', 'zh'], 'Apache-2.0', 3431.59, 4327.71),
]

export interface WebLlmNeeds {
  /** MB of video memory that the model may take. Browsers do not tell how much there is. */
  videoMemoryMB: number
  /** Whether the device has `shader-f16`; `probeWebLlm()` tells. */
  shaderF16: boolean
  /** The language of the conversations; by default both. */
  language?: 'en' | 'zh'
}

/** The build with the most parameters that fits; undefined where none does. */
export function recommend({
  videoMemoryMB,
  shaderF16,
  language,
}: WebLlmNeeds): (WebLlmBuild & Pick<WebLlmCatalogueEntry, 'parameters' | 'languages' | 'licence'>) | undefined {
  const wanted = language ? [language] : (['en', 'zh'] as const)
  const fitting = WEB_LLM_CATALOGUE.filter((it) => wanted.every((each) => it.languages.includes(each))).map(
    ({ f16, f32, ...facts }) => ({ ...facts, ...(shaderF16 ? f16 : f32) }),
  )
  return fitting.filter((build) => build.videoMemoryMB <= videoMemoryMB).at(-1)
}

export const entryOf = (id: string): WebLlmCatalogueEntry | undefined =>
  WEB_LLM_CATALOGUE.find(({ f16, f32 }) => f16.id === id || f32.id === id)
