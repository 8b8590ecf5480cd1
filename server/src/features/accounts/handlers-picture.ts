import type { accountPictures } from '@heatfleet/contract/accounts/picture.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { preferencesOf } from '@heatfleet/contract/preferences.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { findPicture, savePicture } from '../../platform/pictures.ts'
import { type PngLimits, readPng, tellablePng, toDataUrl } from '../../platform/png.ts'
import { readProfile } from '../session/public.ts'
import { readAccount } from './change.ts'

const PICTURE: PngLimits = {
  field: 'picture',
  bytes_max: LIMITS.account_picture_bytes,
  side_px_max: LIMITS.account_picture_px,
}

/** Profile pictures: changed by their owner, visible to every caller that sees the account. */
export const accountPictureHandlers = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) => {
  const pictureOf = async (uid: number): Promise<string | null> => {
    const picture = await findPicture(db, 'account', uid)
    return picture && toDataUrl(picture)
  }
  return {
    ownPicture: async (_, { caller: { uid } }) => ({ picture: await pictureOf(uid) }),

    editOwnPicture: async ({ body }, { caller: { uid }, note }) => {
      note({ object: `account ${uid}` })
      const picture = body.picture === null ? null : readPng(body.picture, PICTURE)
      const before = await findPicture(db, 'account', uid)
      await savePicture(db, 'account', uid, picture, new Date(clock.now()))
      note({ detail: { before: { picture: tellablePng(before) }, after: { picture: tellablePng(picture) } } })
      return { picture: body.picture }
    },

    accountPicture: async ({ params: { id } }, { caller }) => {
      await readAccount(db, caller, id, new Date(clock.now()))
      const { avatar } = preferencesOf((await readProfile(db, id)).preferences)
      return { picture: await pictureOf(id), avatar }
    },
  } satisfies Pick<Handlers, keyof typeof accountPictures>
}
