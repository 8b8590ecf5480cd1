/** The list of service orders, and one of them. */
export const ORDER_LIST = '/service/userFeedback'
export const orderPath = (order_id: number): string => `/service/order-detail/${order_id}`
