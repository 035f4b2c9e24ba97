import type { Probe } from '../language-model.js'

/** What is used of the browser's `GPUAdapter`. */
export interface Adapter {
  readonly features: { has(feature: string): boolean }
  readonly limits: { readonly [limit: string]: number | undefined }
  readonly info?: { readonly isFallbackAdapter?: boolean; readonly vendor?: string }
  readonly isFallbackAdapter?: boolean
}

export interface Gpu {
  requestAdapter(options?: { powerPreference?: 'high-performance' }): Promise<Adapter | null>
}

export interface WebLlmProbe extends Probe {
  /** Whether the 16-bit builds run, which take less memory. */
  shaderF16: boolean
  /** Bytes of the largest buffer; undefined without an adapter. */
  maxBufferBytes: number | undefined
}

/** What WebLLM asks of an adapter at the least. */
const LEAST = {
  maxBufferSize: 1 << 28,
  maxStorageBufferBindingSize: 1 << 27,
  maxComputeWorkgroupStorageSize: 32 << 10,
  maxStorageBuffersPerShaderStage: 10,
}

export const browserGpu = (): Gpu | undefined => (globalThis.navigator as (Navigator & { gpu?: Gpu }) | undefined)?.gpu

/**
 * Whether WebLLM runs on this device, without downloading anything. An adapter in software runs it, but some hundred
 * times slower than a chip.
 */
export const probeWebLlm = (): Promise<WebLlmProbe> => probeGpu(browserGpu())

export async function probeGpu(gpu: Gpu | undefined): Promise<WebLlmProbe> {
  const found = await findAdapter(gpu)
  if (typeof found === 'string') return { usable: false, reason: found, shaderF16: false, maxBufferBytes: undefined }
  const shaderF16 = found.features.has('shader-f16')
  const software = found.info?.isFallbackAdapter ?? found.isFallbackAdapter ?? false
  const reason = software
    ? 'the only WebGPU adapter is a software one'
    : `there is a WebGPU adapter ${shaderF16 ? 'with' : 'without'} 16-bit shaders`
  return { usable: !software, reason, shaderF16, maxBufferBytes: found.limits.maxBufferSize }
}

/** An adapter that WebLLM can run on, software or not, or the reason why there is none. */
export async function findAdapter(gpu: Gpu | undefined): Promise<Adapter | string> {
  if (!gpu)
    return globalThis.isSecureContext === false
      ? 'WebGPU needs a page from https or localhost'
      : 'this browser has no WebGPU'
  try {
    const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' })
    if (!adapter) return 'there is no WebGPU adapter'
    const low = Object.entries(LEAST).find(([limit, least]) => (adapter.limits[limit] ?? least) < least)
    return low ? `the WebGPU adapter's ${low[0]} is ${adapter.limits[low[0]]}, and WebLLM needs ${low[1]}` : adapter
  } catch (error) {
    return `asking for a WebGPU adapter failed: ${String(error)}`
  }
}
