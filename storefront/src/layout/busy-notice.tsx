import { useEffect, useState } from 'react'
import { useBusyUntil } from '../shop/busy.ts'
import { plural } from '../shop/text.ts'

/** Says why nothing happens while the API asks us to wait; requests go on by themselves. */
export function BusyNotice() {
  const untilMs = useBusyUntil()
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const update = () => setSeconds(Math.max(0, Math.ceil((untilMs - Date.now()) / 1000)))
    update()
    const timer = setInterval(update, 1000)
    return () => clearInterval(timer)
  }, [untilMs])
  if (untilMs === 0 || seconds === 0) return null
  return (
    <p className="busy" role="status">
      Many requests from your network. Trying again in {plural(seconds, 'second')}.
    </p>
  )
}
