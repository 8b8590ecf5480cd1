import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { pngUrl } from '../png-url.ts'
import { AVATAR_COLOURS } from '../preferences.ts'
import { ByUid } from './accounts.ts'

/** A PNG of at most {@link LIMITS.account_picture_bytes} and {@link LIMITS.account_picture_px} each way; null = none. */
const AccountPicture = z.object({ picture: pngUrl(LIMITS.account_picture_bytes).nullable() })
type AccountPicture = z.infer<typeof AccountPicture>

const example: AccountPicture = { picture: null }

/** What people look like (product 3.38). Each chooses the own picture; who may see an account sees its picture. */
export const accountPictures = endpoints({
  ownPicture: {
    method: 'GET',
    path: '/center/picture',
    kind: 'read',
    of: 'own-picture',
    needs: 'signed-in',
    about: 'unscoped',
    result: AccountPicture,
    fails: [],
    says: 'The own picture.',
    example,
  },
  editOwnPicture: {
    method: 'PUT',
    path: '/center/picture',
    kind: 'change',
    of: 'own-picture',
    needs: 'signed-in',
    about: 'unscoped',
    closed_to_api_tokens: true,
    body_bytes: LIMITS.account_picture_bytes * 2,
    body: AccountPicture,
    result: AccountPicture,
    fails: ['image_invalid'],
    says: 'Changes the own picture; null takes it away.',
    example,
  },
  accountPicture: {
    method: 'GET',
    path: '/account/:id/picture',
    kind: 'read',
    of: 'account',
    needs: 'account:view',
    about: 'account',
    params: ByUid,
    result: AccountPicture.extend({ avatar: z.enum(AVATAR_COLOURS) }),
    fails: ['user_not_exist'],
    says: 'The picture of an account in scope, and the colour of the initials that stand for it without one.',
    example: { ...example, avatar: 'blue' },
  },
})
