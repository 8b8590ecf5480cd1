import antd from 'antd/locale/zh_CN'
import 'dayjs/locale/zh-cn'

/** antd's locale, and the calendar's name for it. */
export const locale = { antd, dayjs: 'zh-cn' }
