import type { Application } from '@heatfleet/contract/apps/apps.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { isViolation } from '../../platform/violations.ts'
import { hashAppSecret, makeAppKey, makeAppSecret } from './keys.ts'
import {
  type ApplicationRow,
  findApplicationById,
  insertApplication,
  listApplicationNames,
  listApplications,
  updateApplication,
} from './store.ts'

type Deps = Pick<AppContext, 'database' | 'clock'>
type Names =
  | 'applicationList'
  | 'createApplication'
  | 'editApplication'
  | 'disableApplication'
  | 'rotateApplication'
  | 'menuApps'

/** Registered apps, which may call the app API. */
export const applicationHandlers = ({ database: { db }, clock }: Deps) => {
  const now = () => new Date(clock.now())
  const read = async (app_id: number): Promise<Application> => {
    const row = await findApplicationById(db, app_id)
    if (row === null) throw new Refusal('app_not_found')
    return toApplication(row)
  }

  return {
    applicationList: async ({ query, body }) => {
      const offset = (query.pageNo - 1) * query.size
      const { rows, total } = await listApplications(db, body, { offset, limit: query.size })
      return { list: rows.map(toApplication), total, pageNo: query.pageNo, size: query.size }
    },

    createApplication: async ({ body }, { caller, note }) => {
      const app_secret = makeAppSecret()
      const app = { ...body, app_key: makeAppKey(), secret_hash: hashAppSecret(app_secret), created_by: caller.uid }
      const app_id = await insertApplication(db, { ...app, at: now() })
      if (app_id === null) throw new Refusal('app_name_taken', { field: 'app_name' })
      note({ object: `application ${app_id}`, detail: { after: body } })
      return { ...(await read(app_id)), app_secret }
    },

    editApplication: async ({ params, body }, { note }) => {
      const before = await read(params.id)
      await updateApplication(db, params.id, { ...body, at: now() }).catch(refuseTakenName)
      note({ object: `application ${params.id}`, detail: changesOf(before, body) })
      return read(params.id)
    },

    disableApplication: async ({ params, body }, { note }) => {
      const before = await read(params.id)
      await updateApplication(db, params.id, { disabled: body.disabled, at: now() })
      note({ object: `application ${params.id}`, detail: changesOf(before, body) })
      return read(params.id)
    },

    rotateApplication: async ({ params, body }, { note }) => {
      const before = await read(params.id)
      const app_secret = makeAppSecret()
      const secret_hash = hashAppSecret(app_secret)
      const key = body.what === 'key' ? { app_key: makeAppKey() } : {}
      await updateApplication(db, params.id, { ...key, secret_hash, at: now() })
      note({ object: `application ${params.id}`, detail: { rotated: body.what, ...changesOf(before, key) } })
      return { ...(await read(params.id)), app_secret }
    },

    menuApps: () => listApplicationNames(db),
  } satisfies Pick<Handlers, Names>
}

const refuseTakenName = (error: unknown): never => {
  if (isViolation(error, 'unique')) throw new Refusal('app_name_taken', { field: 'app_name' })
  throw error
}

const toApplication = ({ created_at, updated_at, ...row }: ApplicationRow): Application => ({
  ...row,
  create_time: created_at.toISOString(),
  update_time: updated_at.toISOString(),
})

/** Old and new value of the fields that differ. */
const changesOf = (before: Application, after: Partial<Application>) => {
  const fields = (Object.keys(after) as (keyof Application)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  const pick = (from: Partial<Application>) => Object.fromEntries(fields.map((field) => [field, from[field]]))
  return { before: pick(before), after: pick(after) }
}
