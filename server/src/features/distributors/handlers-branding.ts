import { type Branding, type branding, NO_BRANDING } from '@heatfleet/contract/distributors/branding.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { type PngLimits, readPng, tellablePng, toDataUrl } from '../../platform/png.ts'
import { readAgent } from './draft.ts'
import {
  type BrandingRow,
  deleteBranding,
  findBranding,
  findBrandingOf,
  findManufacturerBranding,
  saveBranding,
  saveManufacturerBranding,
} from './store-branding.ts'

const LOGO: PngLimits = { field: 'logo', bytes_max: LIMITS.logo_bytes, side_px_max: LIMITS.logo_px }

/** Branding of distributors in the console. */
export const brandingHandlers = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) =>
  ({
    agentBranding: async ({ params: { id } }, { caller }) => {
      await readAgent(db, caller.scopes.agent, id)
      return toBranding(await findBranding(db, id))
    },

    brandAgent: async ({ params: { id }, body }, { caller, note }) => {
      note({ object: `distributor ${id}` })
      await readAgent(db, caller.scopes.agent, id)
      const before = await findBranding(db, id)
      const row = toRow(body)
      await (isEmpty(row) ? deleteBranding(db, id) : saveBranding(db, id, row, new Date(clock.now())))
      note({ detail: { before: tellable(before), after: tellable(row) } })
      return toBranding(row)
    },

    ownBranding: async (_, { caller }) => toBranding(await findBrandingOf(db, caller.agent_path)),

    manufacturerBranding: async () => toBranding(await findManufacturerBranding(db)),

    brandManufacturer: async ({ body }, { note }) => {
      note({ object: 'manufacturer' })
      const before = await findManufacturerBranding(db)
      const row = toRow(body)
      await saveManufacturerBranding(db, isEmpty(row) ? null : row, new Date(clock.now()))
      note({ detail: { before: tellable(before), after: tellable(row) } })
      return toBranding(row)
    },
  }) satisfies Pick<Handlers, keyof typeof branding | 'manufacturerBranding' | 'brandManufacturer'>

const toRow = (body: Branding): BrandingRow => ({
  ...body,
  logo: body.logo === null ? null : readPng(body.logo, LOGO),
})

const isEmpty = ({ brand_name, brand_colour, logo }: BrandingRow): boolean =>
  brand_name === '' && brand_colour === null && logo === null

const toBranding = (row: BrandingRow | undefined): Branding =>
  row === undefined ? NO_BRANDING : { ...row, logo: row.logo === null ? null : toDataUrl(row.logo) }

/** For the audit log: the picture by its hash. */
const tellable = (row: BrandingRow | undefined) =>
  row === undefined ? NO_BRANDING : { ...row, logo: tellablePng(row.logo) }
