import { api, type EndpointName } from './api.ts'
import type { Endpoint } from './endpoint.ts'

/** What a call needs and to whom it is open, in the order of the checks. */
export type Rights = Pick<Endpoint, 'needs' | 'about' | 'closed_to_api_tokens' | 'open_during'>

/** Needs and openness of every call, sorted by name: `contract/rights.snapshot.json` is this as it was last committed. */
export const rightsOfCalls = (): Record<EndpointName, Rights> =>
  Object.fromEntries(
    Object.entries<Endpoint>(api)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, { needs, about, closed_to_api_tokens, open_during }]) => [
        name,
        {
          needs,
          ...(about && { about }),
          ...(closed_to_api_tokens && { closed_to_api_tokens }),
          ...(open_during && { open_during }),
        },
      ]),
  ) as Record<EndpointName, Rights> // the keys of the table

/** The text of the snapshot: one line for each call, so that a change is a line of the diff. */
export const snapshotText = (): string =>
  `{\n${Object.entries(rightsOfCalls())
    .map(([name, rights]) => `  ${JSON.stringify(name)}: ${JSON.stringify(rights)}`)
    .join(',\n')}\n}\n`
