import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { pngUrl } from '../png-url.ts'
import { RowIdText } from '../row-id.ts'
import { textOf } from '../text.ts'

/** How a distributor appears in the console of its people. */
export const Branding = z.object({
  /** Shown beside the logo; empty = the product's name. */
  brand_name: textOf({ max: LIMITS.agent_name_max }),
  /** A line of this colour, `#0b57d0`, above the menu; null = none. */
  brand_colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable(),
  /** A PNG of at most {@link LIMITS.logo_bytes} and {@link LIMITS.logo_px} each way; null = the product's sign. */
  logo: pngUrl(LIMITS.logo_bytes).nullable(),
})
export type Branding = z.infer<typeof Branding>

/** Where nobody chose any. */
export const NO_BRANDING: Branding = { brand_name: '', brand_colour: null, logo: null }

const ById = z.object({ id: RowIdText })
const example: Branding = { brand_name: 'Nuanyuan', brand_colour: '#c2410c', logo: null }

/** Branding of distributors (product 3.28): logo, name and colour in the console of their people. */
export const branding = endpoints({
  agentBranding: {
    method: 'GET',
    path: '/agent-management/agent-info/:id/branding',
    kind: 'read',
    of: 'distributor',
    needs: 'agent:view',
    about: 'distributor',
    params: ById,
    result: Branding,
    fails: ['distributor_not_found'],
    says: 'The own branding of a distributor, whatever those above it have.',
    example,
  },
  brandAgent: {
    method: 'PUT',
    path: '/agent-management/agent-info/:id/branding',
    kind: 'change',
    of: 'distributor',
    needs: 'agent:edit',
    about: 'distributor',
    params: ById,
    body: Branding,
    result: Branding,
    fails: ['distributor_not_found', 'image_invalid'],
    says: 'Changes the branding of a distributor, also of the own one; all empty takes it away.',
    example,
  },
  ownBranding: {
    method: 'GET',
    path: '/center/branding',
    kind: 'read',
    of: 'distributor',
    needs: 'signed-in',
    about: 'unscoped',
    result: Branding,
    fails: [],
    says: 'What the own console shows: the branding of the own distributor, else of the nearest one above that has any, else of the manufacturer.',
    example,
  },
})
