import { type AccessStage, type Subject, subjectOf } from './stage.ts'

const AT = new Date('2026-02-01T08:00:00Z')
const RESOLVED = {
  status: 'resolved',
  answered_at: AT,
  resolved_at: AT,
  rating: 'satisfied',
  comment: 'Thanks.',
  rated_at: AT,
} as const

/** A service order of one device, by its owner. */
export const addServiceOrder = async (
  { db }: Pick<AccessStage['database'], 'db'>,
  of: { device_id: number; app_user_id: number; agent_id: number },
  state: 'unresolved' | 'resolved',
): Promise<number> => {
  const { order_id } = await db
    .insertInto('service_orders')
    .values({
      ...of,
      type: 'fault',
      source: 'app',
      problem: 'It is cold.',
      feedback_at: AT,
      ...(state === 'resolved' ? RESOLVED : {}),
    })
    .returning('order_id')
    .executeTakeFirstOrThrow()
  return order_id
}

/** A fresh service order about each device. */
export const serviceOrdersOf =
  (state: 'unresolved' | 'resolved') =>
  async ({ database, fleet, app_users }: AccessStage): Promise<Subject[]> => {
    const subjects: Subject[] = []
    for (const [index, { device_id, at, imported_user }] of fleet.devices.entries()) {
      const { agent_id } = fleet.distributors[at]
      const id = await addServiceOrder(database, { device_id, app_user_id: app_users[index]?.id ?? 0, agent_id }, state)
      subjects.push(subjectOf({ id, label: `${state} service order at ${at}`, at, owner: imported_user }))
    }
    return subjects
  }
