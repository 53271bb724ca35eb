/**
 * Texts of products and articles are quoted, never followed. A sentence that addresses an assistant is no information
 * for a customer either, so it is not quoted.
 */
const ADDRESSES_ASSISTANT =
  /\b(?:ignore|disregard|forget|override)\b.{0,50}\b(?:instructions?|rules?|prompts?|previous|above)\b|\bsystem prompt\b|\b(?:assistant|ai|chatbot|bot|llm|gpt|model|agent)s?\b.{0,40}\b(?:must|should|shall|will|tell|say|reply|respond|call|send|reveal|grant|apply|cancel|refund|give)\b|\byou are now\b|\bignorier\w*\b.{0,50}\banweisung|\bassistent\w*\b.{0,40}\b(?:muss|soll|sage|nenne|gib|antworte|storniere)\b|<\/?\s*(?:system|tool|instructions?|script|img|iframe)\b|^\s*(?:system|assistant|developer)\s*:|\b(?:hand_over|cancel_order|get_order|list_orders|start_return|update_cart|callTool)\b/i

export const isInstruction = (sentence: string): boolean => ADDRESSES_ASSISTANT.test(sentence)
