import type { EndpointName } from '@heatfleet/contract/api.ts'

/** What a program's token never opens, whatever its rights: what is a person's alone. */
export const PERSONS_ALONE: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'logoff',
  'modifyPassword',
  'startSecondFactor',
  'confirmSecondFactor',
  'renewRecoveryCodes',
  'removeSecondFactor',
  'forgetBrowser',
  'endOwnSession',
  'endOtherSessions',
  'editOwnProfile',
  'chooseLanguage',
  'editPreferences',
  'editOwnPicture',
  'layOutList',
  'saveView',
  'renameView',
  'deleteView',
  'seeNotices',
  'testNotice',
  'createApiToken',
  'revokeApiToken',
  'viewAsStart',
  'viewAsEnd',
])

/** All that is open before a first password is changed. */
export const BEFORE_PASSWORD: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'login',
  'passwordLink',
  'usePasswordLink',
  'modifyPassword',
  'logoff',
  'roleMenu',
])

/** All that is open before a second factor is enrolled that the role asks for. */
export const BEFORE_ENROLMENT: ReadonlySet<EndpointName> = new Set<EndpointName>([
  ...BEFORE_PASSWORD,
  'ownSecondFactor',
  'startSecondFactor',
  'confirmSecondFactor',
])

/** The changes that are open to somebody who looks through another account's eyes. */
export const IN_VIEW: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'login',
  'usePasswordLink',
  'viewAsEnd',
  'logoff',
])
