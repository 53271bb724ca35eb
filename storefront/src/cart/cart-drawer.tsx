export const CartDrawer = () => null
