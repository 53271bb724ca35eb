export interface Answer {
  status: number
  body: object
}

export const good = (body: object): Answer => ({ status: 200, body })
export const invalid = (code: string, message: string, param?: string, status = 400): Answer => ({
  status,
  body: { error: { type: 'invalid_request_error', code, message, param } },
})
