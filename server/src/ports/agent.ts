/** An agent that wants to hear of the orders it has made. Never inside a transaction: it may be slow, wrong or away. */
export interface Agent {
  /** Throws unless the agent has taken it. */
  tell(event: object, requestId: string, signal: AbortSignal): Promise<void>
}
