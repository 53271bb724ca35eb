export interface StripeResponse {
  status: number
  body: object
}

export const ok = (body: object): StripeResponse => ({ status: 200, body })
export const invalid = (code: string, message: string, param?: string, status = 400): StripeResponse => ({
  status,
  body: { error: { type: 'invalid_request_error', code, message, param } },
})
