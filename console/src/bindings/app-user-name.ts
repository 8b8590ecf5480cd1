/** Display name of an app user: the nick name, or the number when it is empty. */
export const appUserName = ({ nick_name, app_user_id }: { nick_name: string; app_user_id: number }): string =>
  nick_name === '' ? `#${app_user_id}` : nick_name
