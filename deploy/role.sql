-- The limits of a provider behind a pooler (docs/hosting.md, Behind a pooler).
alter role hark set statement_timeout = '5s';
alter role hark set lock_timeout = '2s';
alter role hark set client_connection_check_interval = '5s';
alter role hark set random_page_cost = 1.1;
