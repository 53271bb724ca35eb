-- A cart of fifty lines fits into half a page when it is compressed. Above 2 kB it was put aside in pieces with every change.
alter table carts set (toast_tuple_target = 4080);
