import antd from 'antd/es/locale/en_US'
import 'dayjs/locale/en-gb'

/** antd's locale, and the calendar's name for it. */
export const locale = { antd, dayjs: 'en-gb' }
