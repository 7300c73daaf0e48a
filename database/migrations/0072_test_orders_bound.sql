-- A brand keeps its newest test orders only: storing one removes those beyond.
grant delete on test_orders to vitrine_app;
