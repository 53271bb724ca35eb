import { type Static, Type } from 'typebox'
import { ProductsQuery } from './schemas.ts'

const { status, vendor, type, tag } = ProductsQuery.properties

export const ExportQuery = Type.Object({ status, vendor, type, tag })
export type ExportQuery = Static<typeof ExportQuery>
