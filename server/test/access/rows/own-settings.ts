import { randomUUID } from 'node:crypto'
import type { AccessRows } from '../rows.ts'

const token = { token_name: 'Report', permissions: ['device:view' as const], expires_in_days: 30 }

/** Profile, notifications, lists and API tokens of the caller. */
export const rows: AccessRows = {
  notices: {
    // The stage has an event at each device; some have several.
    shown: ({ list }) => [...new Set(list.flatMap(({ mac }) => mac ?? []))],
  },
  seeNotices: { sends: { body: { seen_time: '2026-01-15T08:00:00.000Z' } } },
  editOwnProfile: { sends: { body: { nick_name: 'Me', gender: 'unknown', language: '', time_zone: '' } } },
  chooseLanguage: { sends: { body: { language: 'en' } } },
  editPreferences: { sends: { body: { temperature: 'f' } } },
  editOwnPicture: { sends: { body: { picture: null } } },
  layOutList: { sends: { params: { list: 'devices' }, body: { layout: null } } },
  saveView: { sends: { params: { list: 'roles' }, body: { view_name: 'Matrix', query: '', layout: null } } },
  renameView: { sends: () => ({ body: { view_name: randomUUID() } }) },
  createApiToken: [{ about: 'unscoped', sends: { body: token } }, { sends: { body: token } }],
}
