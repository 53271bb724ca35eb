import type { ReactNode } from 'react'

type Tone = 'info' | 'success' | 'warning' | 'danger'

/** Errors interrupt a screen reader, everything else waits for a pause. */
export const Notice = ({ tone = 'info', children }: { tone?: Tone; children: ReactNode }) => (
  <div className={`notice notice-${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
    {children}
  </div>
)
