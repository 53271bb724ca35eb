-- What a 3-D Secure server must know of the acquirer behind a connection, for agents that authenticate buyers themselves.
alter table payment_connections add column acquirer jsonb;
