import { useEffect, useState } from 'react'

const SECOND_MS = 1000

/** By the server's clock, which ends the windows: this machine's own may be minutes off. */
export function useServerNow(clockLeadMs: number): Date {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return new Date(nowMs + clockLeadMs)
}
