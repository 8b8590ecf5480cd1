import antd from 'antd/locale/pl_PL'
import 'dayjs/locale/pl'

/** antd's locale, and the calendar's name for it. */
export const locale = { antd, dayjs: 'pl' }
