import { z } from 'zod'
import { Branding } from '../distributors/branding.ts'
import { endpoints } from '../endpoint.ts'

/** The steps of a new installation, in this order. */
export const FIRST_STEPS = ['company', 'product', 'units', 'distributor', 'mail', 'backup'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

/** The first run: a step is over when the installation has what it asks for, or when it was set aside. */
export const FirstRun = z.object({
  steps: z.array(z.object({ step: z.enum(FIRST_STEPS), done: z.boolean(), set_aside: z.boolean() })),
  /** The installation began with it, it was not dismissed, and steps are left: the console opens with it. */
  leads: z.boolean(),
  dismissed: z.boolean(),
})
export type FirstRun = z.output<typeof FirstRun>

const example: FirstRun = {
  steps: FIRST_STEPS.map((step) => ({ step, done: step === 'company', set_aside: step === 'mail' })),
  leads: true,
  dismissed: false,
}
const branding: Branding = { brand_name: 'Nuanyuan', brand_colour: '#c2410c', logo: null }

/** From an empty installation to a fleet. */
export const firstRun = endpoints({
  firstRun: {
    method: 'GET',
    path: '/first-run',
    kind: 'read',
    of: 'first-run',
    needs: 'system:view',
    about: 'unscoped',
    result: FirstRun,
    fails: [],
    says: 'How far a new installation is: what it has already, and what was set aside.',
    example,
  },
  firstRunEdit: {
    method: 'PUT',
    path: '/first-run',
    kind: 'change',
    of: 'first-run',
    needs: 'system:edit',
    about: 'unscoped',
    body: z.object({
      /** All steps that are set aside; without it they stay as they are. */
      set_aside: z.array(z.enum(FIRST_STEPS)).max(FIRST_STEPS.length).optional(),
      dismissed: z.boolean().optional(),
    }),
    result: FirstRun,
    fails: [],
    says: 'Sets steps of the first run aside or takes them up again; dismisses the whole of it, or shows it again.',
    example,
  },
  manufacturerBranding: {
    method: 'GET',
    path: '/agent-management/manufacturer/branding',
    kind: 'read',
    of: 'distributor',
    needs: 'system:view',
    about: 'unscoped',
    result: Branding,
    fails: [],
    says: 'The branding of the manufacturer: what its people see, and distributors that have none.',
    example: branding,
  },
  brandManufacturer: {
    method: 'PUT',
    path: '/agent-management/manufacturer/branding',
    kind: 'change',
    of: 'distributor',
    needs: 'system:edit',
    about: 'unscoped',
    body: Branding,
    result: Branding,
    fails: ['image_invalid'],
    says: 'Changes the branding of the manufacturer; all empty takes it away.',
    example: branding,
  },
})
