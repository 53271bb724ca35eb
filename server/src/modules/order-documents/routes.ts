import { Type } from 'typebox'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { OrderPath } from '../orders/schemas.ts'
import { createInvoice, createPackingSlip } from './order-documents.ts'

const tags = ['Orders']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const Pdf = {
  description: 'The PDF file.',
  content: { 'application/pdf': { schema: Type.Unsafe<Buffer>(Type.String({ format: 'binary' })) } },
}

export const orderDocumentRoutes: Routes = async (app) => {
  app.get(
    '/orders/:id/invoice.pdf',
    {
      config,
      // A HEAD request would draw the whole file only to discard it.
      exposeHeadRoute: false,
      schema: {
        operationId: 'orders.invoice',
        tags,
        summary: 'Get the invoice of an order as PDF',
        description:
          'Items, discounts, shipping, taxes and payments with the amounts of the order, in the language and time zone of the shop’s numbers and dates. Its number is the number of the order. The legal notice, if published, is its footer. A draft has no invoice (409).',
        params: OrderPath,
        response: { 200: Pdf },
      },
    },
    async ({ ctx, params }, reply) => {
      const { fileName, pdf } = await createInvoice(ctx, params.id)
      reply.type('application/pdf').header('content-disposition', `inline; filename="${fileName}"`)
      return pdf
    },
  )

  app.get(
    '/orders/:id/packing-slip.pdf',
    {
      config,
      exposeHeadRoute: false,
      schema: {
        operationId: 'orders.packingSlip',
        tags,
        summary: 'Get the packing slip of an order as PDF',
        description:
          'What is left to send, without prices: once everything is fulfilled, all items. A draft has no packing slip (409).',
        params: OrderPath,
        response: { 200: Pdf },
      },
    },
    async ({ ctx, params }, reply) => {
      const { fileName, pdf } = await createPackingSlip(ctx, params.id)
      reply.type('application/pdf').header('content-disposition', `inline; filename="${fileName}"`)
      return pdf
    },
  )
}
