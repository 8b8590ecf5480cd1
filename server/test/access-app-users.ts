import type { appUsers } from '@heatfleet/contract/app-users/app-users.ts'
import type { appUserMessages } from '@heatfleet/contract/app-users/messages.ts'
import type { appUserPushTokens } from '@heatfleet/contract/app-users/push-tokens.ts'
import type { bindings } from '@heatfleet/contract/bindings/bindings.ts'
import type { passwordLinks } from '@heatfleet/contract/password-links/password-links.ts'
import type { AccessRow } from './access-table.ts'

type AppUserCall = keyof (typeof appUsers &
  typeof appUserMessages &
  typeof appUserPushTokens &
  typeof bindings &
  Pick<typeof passwordLinks, 'appUserPasswordLink'>)

/** How the calls about app users and their units meet row rights. */
export const APP_USER_ACCESS: { [Name in AppUserCall]: AccessRow<Name> | readonly AccessRow<Name>[] } = {
  menuApps: { about: 'own', request: () => ({}) },
  appUserList: {
    about: 'list',
    request: () => ({}),
    shown: ({ list }) => ({ app_users: list.map(({ app_user_id }) => app_user_id) }),
  },
  appUserInfo: { about: 'app_user', request: (id) => ({ params: { id } }) },
  editAppUser: {
    about: 'app_user',
    request: (id) => ({
      params: { id },
      body: { nick_name: '', gender: 'unknown', country: '', region_text: '', language: '', remark: '' },
    }),
  },
  disableAppUser: {
    about: 'app_user',
    request: (id) => ({ params: { id }, body: { disabled: false, reason: 'test' } }),
  },
  appUserPasswordLink: { about: 'app_user', request: (id) => ({ params: { id } }) },
  markAppUser: { about: 'app_user', request: (id) => ({ params: { id }, body: { marks: ['vip'] } }) },
  eraseAppUser: {
    about: 'app_user',
    request: (id) => ({ params: { id }, body: { confirm_id: 0, reason: 'test' } }),
    passed: 'confirmation_mismatch',
  },
  appUserLogIns: { about: 'app_user', request: (id) => ({ params: { id } }) },
  appUserConsents: { about: 'app_user', request: (id) => ({ params: { id } }) },
  appUserMessages: { about: 'app_user', request: (id) => ({ params: { id } }) },
  messageAppUser: { about: 'app_user', request: (id) => ({ params: { id }, body: { title: 'Test', text: 'Test' } }) },
  appUserPushTokens: { about: 'app_user', request: (id) => ({ params: { id } }) },
  withdrawPushToken: {
    about: 'app_user',
    request: (id) => ({ params: { id, token_id: 999_999 } }),
    passed: 'not_found',
  },
  boundDevices: { about: 'app_user', request: (id) => ({ params: { id } }) },
  bindDevice: {
    about: 'app_user',
    request: (id, mac) => ({ params: { id }, body: { mac, role: 'owner', reason: 'test' } }),
    passed: 'already_bound',
  },
  unbindDevice: {
    about: 'app_user',
    request: (id) => ({ params: { id, deviceId: 'a4c138ffffff' }, query: { reason: 'test' } }),
    passed: 'device_not_found',
  },
  transferDevice: {
    about: 'app_user',
    request: (id) => ({ params: { id, deviceId: 'a4c138ffffff' }, body: { to_app_user_id: id, reason: 'test' } }),
    passed: 'device_not_found',
  },
  markDevice: [
    { about: 'app_user', request: (id, x) => ({ params: { id, x }, body: { marks: ['vip'] } }) },
    { about: 'app_user', request: (id) => ({ params: { id, x: '1' } }) },
  ],
  deviceOwner: { about: 'device', request: (mac) => ({ query: { mac } }) },
  claimCode: { about: 'device', request: (mac) => ({ body: { mac } }) },
  renewDeviceSecret: { about: 'device', request: (mac) => ({ body: { mac, reason: 'test' } }) },
  renewClaimCode: { about: 'device', request: (mac) => ({ body: { mac, reason: 'test' } }) },
}
