import type { en } from './role-names.en.ts'
import type { Words } from './shape.ts'

export const zh: Words<typeof en, 'zh'> = {
  roles: {
    'Platform admin': { name: '平台管理员', description: '所有权限，所有数据。' },
    'Manufacturer staff': { name: '厂商员工', description: '厂商对整个设备群的日常工作。' },
    'After-sales operator': { name: '售后人员', description: '售后服务：处理设备、告警和工单。' },
    'Province agent': { name: '省级代理', description: '省级经销商及其所有下级。' },
    'City agent': { name: '市级代理', description: '市级经销商及其所有下级。' },
    'County agent': { name: '县级代理', description: '县级经销商。' },
    'Read-only auditor': { name: '只读审计员', description: '可查看所有内容，不能修改。' },
    'Factory line': { name: '工厂产线', description: '导入设备，并只能查看自己导入的设备。' },
    'Product engineer': { name: '产品工程师', description: '维护产品并查看设备的反馈。' },
  },
}
