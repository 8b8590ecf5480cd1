/** How an app user is called on screens: the nick name, or the number of one who has none. */
export const nameOf = ({ nick_name, app_user_id }: { nick_name: string; app_user_id: number }): string =>
  nick_name === '' ? `#${app_user_id}` : nick_name
