import * as search from '../modules/global-search/schemas.ts'
import * as home from '../modules/home/schemas.ts'
import * as sales from '../modules/sales-reports/schemas.ts'

/** What the home page shows, and the search. */
export const homeSchemas = {
  WaitingWork: home.WaitingWork,
  SetupChecklist: home.SetupChecklist,
  Activity: home.Activity,
  SalesReport: sales.SalesReport,
  CurrencySales: sales.CurrencySales,
  SalesFigures: sales.SalesFigures,
  SalesPoint: sales.SalesPoint,
  CartConversion: sales.Conversion,
  SearchResult: search.SearchResult,
}
