/**
 * An agent that receives updates about its orders. Never call it inside a transaction: it may be slow, wrong or down.
 */
export interface Agent {
  /** Throws unless the agent accepted it. */
  notify(event: object, delivery: AgentDelivery, signal: AbortSignal): Promise<void>
}

export interface AgentDelivery {
  requestId: string
  /**
   * `timestamped`: over the time and the body, as `t=…,v1=…`, so that nobody can replay it later. `body`: over the body
   * alone.
   */
  signature: 'timestamped' | 'body'
}
