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
    account: '账号',
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
    'account:view': { name: '查看账号', meaning: '查看管辖范围内的账号及其会话和有效权限。' },
    'account:create': { name: '新建账号', meaning: '新建权限和范围不超过自己的账号。' },
    'account:edit': { name: '编辑账号', meaning: '修改账号的个人资料、角色、公司和资源组。' },
    'account:disable': { name: '停用账号', meaning: '停用或启用账号，并结束其会话。' },
    'account:delete': { name: '删除账号', meaning: '彻底删除已停用的账号。' },
    'account:reset-password': { name: '重置密码', meaning: '设置新的初始密码，并解除账号锁定。' },
    'account:view-as': { name: '以他人视角查看', meaning: '以其他账号的视角只读查看，并留有记录。' },
    'pii:view': { name: '查看个人信息', meaning: '完整显示电话、邮箱和地址，不做脱敏。' },
  },
}
