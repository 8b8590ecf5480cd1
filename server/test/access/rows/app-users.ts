import type { AccessRows } from '../rows.ts'

const NO_DEVICE = 'a4c138ffffff'
const reason = 'test'
const marks: 'vip'[] = ['vip']
const profile = {
  nick_name: '',
  gender: 'unknown' as const,
  country: '',
  region_text: '',
  language: '' as const,
  remark: '',
}

/** App users and their devices. */
export const rows: AccessRows = {
  editAppUser: { sends: { body: profile } },
  disableAppUser: { sends: { body: { disabled: false, reason } } },
  markAppUser: { sends: { body: { marks } } },
  eraseAppUser: { sends: { body: { confirm_id: 2_000_000_000, reason } }, answers: 'confirmation_mismatch' },
  messageAppUser: { sends: { body: { title: 'Test', text: 'Test' } } },
  withdrawPushToken: { sends: { params: { token_id: 999_999 } }, answers: 'not_found' },
  bindDevice: { sends: ({ mac }) => ({ body: { mac, role: 'owner', reason } }), answers: 'already_bound' },
  unbindDevice: { sends: { params: { deviceId: NO_DEVICE }, query: { reason } }, answers: 'device_not_found' },
  transferDevice: {
    sends: ({ id }) => ({ params: { deviceId: NO_DEVICE }, body: { to_app_user_id: id, reason } }),
    answers: 'device_not_found',
  },
  markDevice: [{ sends: ({ mac }) => ({ params: { x: mac }, body: { marks } }) }, { sends: { params: { x: '1' } } }],
  renewDeviceSecret: { sends: { body: { reason } } },
  renewClaimCode: { sends: { body: { reason } } },
}
