import { AppError, type ErrorDetail } from '../../kit/errors.ts'

/** The same refusal, with what it says of variants told anew: by the place of the variant, and the path within it. */
export function retellVariants(error: AppError, tell: (at: number, within: ErrorDetail) => ErrorDetail): AppError {
  const { code, message, headers, details } = error
  if (!details) return error
  return new AppError(code, message, {
    headers,
    details: details.map((detail) => {
      const [, at, path] = /^\/variants\/(\d+)(.*)$/s.exec(detail.path) ?? []
      return path === undefined ? detail : tell(Number(at), { ...detail, path })
    }),
    cause: error,
  })
}
