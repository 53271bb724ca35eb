/** An agent that wants to hear of the orders it has made. Never inside a transaction: it may be slow, wrong or away. */
export interface Agent {
  /** Throws unless the agent has taken it. */
  notify(event: object, delivery: AgentDelivery, signal: AbortSignal): Promise<void>
}

export interface AgentDelivery {
  requestId: string
  /** `timestamped`: over the time and the body, as `t=…,v1=…`, so that nobody can replay it later. `body`: over the body alone. */
  signature: 'timestamped' | 'body'
}
