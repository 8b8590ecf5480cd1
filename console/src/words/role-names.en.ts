import type { BuiltInRole } from '@heatfleet/contract/roles/built-in.ts'

/** The roles that ship with the product; the first screen names the own one. */
export const en = {
  roles: {
    'Platform admin': { name: 'Platform admin', description: 'Everything, everywhere.' },
    'Manufacturer staff': {
      name: 'Manufacturer staff',
      description: 'The daily work of the manufacturer with the whole fleet.',
    },
    'After-sales operator': {
      name: 'After-sales operator',
      description: 'Service: looks after units, alarms and orders.',
    },
    'Province agent': { name: 'Province agent', description: 'A distributor at province level with all below it.' },
    'City agent': { name: 'City agent', description: 'A distributor at city level with all below it.' },
    'County agent': { name: 'County agent', description: 'A distributor at county level.' },
    'Read-only auditor': { name: 'Read-only auditor', description: 'Sees everything and changes nothing.' },
    'Factory line': { name: 'Factory line', description: 'Imports units, and sees those it imported.' },
    'Product engineer': { name: 'Product engineer', description: 'Makes products and looks at how units answer.' },
  } satisfies Record<BuiltInRole, { name: string; description: string }>,
}
