export interface Problem {
  code: string
  message: string
}
