import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { defineSubscriber } from '../../events/subscriber.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import * as queries from './queries.ts'
import type { Conversion, Lead, NewConversion } from './schemas.ts'

/** A second request for the same order returns the lead as it is. */
export function convertLead(ctx: Ctx, id: string, input: NewConversion): Promise<Lead> {
  return transaction(ctx, async (ctx) => {
    const lead = await queries.lockLead(ctx, id)
    if (!lead) throw notFound('lead', id)
    const orderId = input.orderId ?? null
    if (lead.conversion && lead.conversion.orderId === orderId) return lead
    assertConvertible(lead)
    const order = orderId === null ? undefined : await queries.findPlacedOrder(ctx, orderId)
    if (orderId !== null && !order) {
      throw invalidRequest('No such order. Send the ID of a placed order, or omit it.', [
        { path: '/orderId', message: 'is not an order of this shop' },
      ])
    }
    const value = input.value ?? order?.value ?? null
    return saveConversion(ctx, lead, { orderId, value, automatic: false, at: ctx.now.toISOString() })
  })
}

function assertConvertible({ status, conversion }: Lead): void {
  if (status === 'spam') {
    throw new AppError('conflict', 'This lead is spam. Set its status to new first.', { fields: { status } })
  }
  if (conversion) {
    throw new AppError('conflict', 'This lead is converted. Set another status first to replace the conversion.', {
      fields: { status, orderId: conversion.orderId },
    })
  }
}

/** Every lead of the customer from before the order. Those that are converted stay as they are. */
export async function convertByOrder(ctx: Ctx, order: queries.PlacedOrder): Promise<void> {
  if (order.customerId === null) return
  for (const { id } of await queries.listConvertible(ctx, order.customerId, order.placedAt)) {
    const lead = await queries.lockLead(ctx, id)
    if (!lead || lead.conversion || lead.status === 'spam') continue
    const { id: orderId, value } = order
    await saveConversion(ctx, lead, { orderId, value, automatic: true, at: ctx.now.toISOString() })
  }
}

async function saveConversion(ctx: Ctx, lead: Lead, conversion: Conversion): Promise<Lead> {
  const converted = await queries.setConversion(ctx, lead.id, conversion)
  const { orderId, value, automatic } = conversion
  await emit(ctx, 'lead.converted', { leadId: lead.id, customerId: lead.customerId, orderId, value, automatic })
  return converted
}

/** Not by imported orders: they were placed elsewhere, before. Most orders convert none. */
export const convertOnOrder = defineSubscriber({
  name: 'leads.convert',
  on: ['order.created'],
  isIndependent: true,
  run: async (ctx, { data: { orderId } }) => {
    const order = await queries.findConvertingOrder(ctx, orderId)
    if (order) await transaction(ctx, (ctx) => convertByOrder(ctx, order))
  },
})
