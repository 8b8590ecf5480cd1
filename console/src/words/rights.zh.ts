import type { en } from './rights.en.ts'
import type { Words } from './shape.ts'

export const zh: Words<typeof en, 'zh'> = {
  groups: {
    device: '设备管理',
    product: '产品管理',
    distributor: '经销商管理',
    user: '用户管理',
    'app-user': 'App 用户',
    field: '字段权限',
  },
  resources: {
    device: '设备',
    binding: '绑定关系',
    history: '历史数据',
    controllog: '控制日志',
    product: '产品',
    agent: '代理商',
    pii: '个人信息',
  },
  rights: {
    'device:view': { name: '查看设备', meaning: '查看设备列表、设备详情及实时数据。' },
    'device:edit': { name: '编辑设备', meaning: '修改设备名称及备注信息。' },
    'device:control': { name: '控制设备', meaning: '设置用户级参数：模式、温度、定时等。' },
    'device:control-installer': { name: '安装级控制', meaning: '可设置安装人员参数；设置不当可能损坏机组。' },
    'binding:view': { name: '查看绑定关系', meaning: '查看设备绑定了哪些 App 用户。' },
    'history:view': { name: '查看历史数据', meaning: '查看曲线和历史存储数据。' },
    'history:preset-edit': { name: '保存选点方案', meaning: '保存曲线所用的数据点组合。' },
    'controllog:view': { name: '查看控制日志', meaning: '查看谁在何时对哪台设备下发了什么指令及其结果。' },
    'product:view': { name: '查看产品', meaning: '查看产品及其数据点。' },
    'agent:view': { name: '查看代理商', meaning: '列出自己权限范围内的代理商。' },
    'agent:create': { name: '新建代理商', meaning: '在自己之下新建代理商及其首个账号。' },
    'agent:edit': { name: '编辑代理商', meaning: '修改下级代理商资料及自己的联系方式。' },
    'agent:move': { name: '移动代理商', meaning: '将代理商及其全部设备转给另一个上级。' },
    'agent:disable': { name: '停用代理商', meaning: '禁止代理商的全部人员登录控制台。' },
    'agent:delete': { name: '删除代理商', meaning: '删除已无任何关联的代理商。' },
    'pii:view': { name: '查看个人信息', meaning: '完整显示电话、邮箱和地址，不做脱敏。' },
  },
}
